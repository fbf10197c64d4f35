// A word with hyphens is sought as a whole if a page has it (options do), otherwise by its parts.
var splitQuery = (query) => {
  const indexed = (word) => Object.hasOwn(Search._index?.terms ?? {}, new Stemmer().stemWord(word));
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu) ?? [];
  return words.flatMap((word) => (indexed(word) ? [word] : word.split("-")));
};
