// What the visitor has chosen to look at stays chosen while the text changes; another tab, link or example begins anew.
export const kept = { layer: null, evidence: null, number: null };

addEventListener("hashchange", forget);

export function forget() {
  Object.assign(kept, { layer: null, evidence: null, number: null });
}
