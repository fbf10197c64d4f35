// What the visitor has chosen to look at stays chosen while the text changes; another tab, link or example begins anew.
export const looking = {};
const begin = () =>
  Object.assign(looking, { layer: null, evidence: null, number: null, unfolded: looking.unfolded ?? new Set() });
begin();
addEventListener("hashchange", begin);

// A fold of the result stays as the visitor left it.
export const unfolding = ({ target }) => looking.unfolded[target.open ? "add" : "delete"](target.id);
