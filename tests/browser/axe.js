// axe as it is, in half the time. It keeps the private fields of each of the many colours that it makes in weak maps and
// sets, and reads the same few colours from text again and again: here a weak map is a hidden property of its keys,
// and a colour is read once.
// AXE stands for its source.
(() => {
  class Hidden {
    #name = Symbol();
    #frozen = new WeakMap();
    #has(key) { return Object.hasOwn(key ?? 0, this.#name); }
    get(key) { return this.#has(key) ? key[this.#name] : this.#frozen.get(key); }
    has(key) { return this.#has(key) || this.#frozen.has(key); }
    delete(key) { return this.#has(key) ? delete key[this.#name] : this.#frozen.delete(key); }
    set(key, value) {
      if (this.#has(key)) key[this.#name] = value;
      else if (!Object.isExtensible(key)) this.#frozen.set(key, value);
      else Object.defineProperty(key, this.#name, {value, writable: true, configurable: true});
      return this;
    }
  }
  class HiddenSet extends Hidden {
    add(key) { return this.set(key, true); }
  }
  ((WeakMap, WeakSet) => {AXE
  })(Hidden, HiddenSet);
  const {Color} = axe.commons.color;
  const parse = Color.prototype.parseString;
  const read = new Map();
  Color.prototype.parseString = function (text) {
    if (!read.has(text)) {
      parse.call(this, text); // what cannot be read is refused every time
      read.set(text, [this.r, this.g, this.b, this.alpha]);
    }
    [this.r, this.g, this.b, this.alpha] = read.get(text);
    return this;
  };
})()
