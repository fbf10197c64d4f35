// What the visitor has chosen to look at stays chosen while the text changes; another tab, link or example begins anew.
export const looking = {};
const begin = () => Object.assign(looking, { layer: null, evidence: null, number: null });
begin();
addEventListener("hashchange", begin);
