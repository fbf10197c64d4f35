// Sums of resampled rows, for p-values and intervals: the draws of numpy's default_rng and exact sums of integers, in
// loops that a browser compiles. No score is computed here: Python makes them of the sums.
const MULTIPLIER = Float64Array.of(0xf645, 0x9fcc, 0xdf64, 0x4385, 0x5da4, 0x1fc6, 0xed05, 0x2360);
const SLAB = 32; // tables of eight segments each that are in use at a time
const HALF = 2 ** 26; // a column whose sums could pass 2 ** 53 is added in two halves

// The bytes of a number of 128 bits, the lowest first, as eight limbs.
const limbs = bytes => Float64Array.from(new Uint16Array(bytes.slice().buffer));

// PCG64 (O'Neill 2014): 128 bits of state in limbs of 16, each product and sum of which is exact in a double.
class Stream {
  constructor(state, increment) {
    this.state = limbs(state);
    this.increment = limbs(increment);
    this.next = limbs(state);
    this.half = null; // the upper half of a number whose lower half has been used
  }

  word() {
    if (this.half !== null) {
      const kept = this.half;
      this.half = null;
      return kept;
    }
    const { state, increment, next } = this;
    let carry = 0;
    for (let k = 0; k < 8; k++) {
      let sum = carry + increment[k];
      for (let i = 0; i <= k; i++) sum += state[i] * MULTIPLIER[k - i];
      carry = Math.floor(sum / 65536);
      next[k] = sum - carry * 65536;
    }
    this.state = next;
    this.next = state;
    return this.mixed(next);
  }

  // The halves of the state are mixed and turned right by its six highest bits; the lower 32 bits come first.
  mixed(s) {
    const turn = s[7] >> 10;
    let low = ((s[0] ^ s[4]) | ((s[1] ^ s[5]) << 16)) >>> 0;
    let high = ((s[2] ^ s[6]) | ((s[3] ^ s[7]) << 16)) >>> 0;
    if (turn & 32) [low, high] = [high, low];
    const by = turn & 31;
    if (by) [low, high] = [((low >>> by) | (high << (32 - by))) >>> 0, ((high >>> by) | (low << (32 - by))) >>> 0];
    this.half = high;
    return low;
  }
}

export class Trials {
  // `order` are the units by stratum, and `sizes` how many each stratum has, as bytes of 32-bit integers.
  constructor(state, increment, order, sizes) {
    this.stream = new Stream(state, increment);
    [this.order, this.sizes] = [order, sizes].map(bytes => new Uint32Array(bytes.slice().buffer));
    this.size = this.order.length;
    this.coins = new Uint32Array(0);
    this.places = [];
  }

  // For every trial a bit per segment: 1 where its outputs stay with their systems.
  toss(trials) {
    this.trials = trials;
    this.coins = new Uint32Array(Math.ceil((this.size * trials) / 32) + 1);
    for (let k = 0; k < this.coins.length - 1; k++) this.coins[k] = this.stream.word();
  }

  // The eight bits of a trial from segment `first` on; what lies behind the last segment is 0.
  bits(trial, first) {
    const place = trial * this.size + first;
    const [at, by] = [Math.floor(place / 32), place % 32];
    const found = (this.coins[at] >>> by) | (by > 24 ? this.coins[at + 1] << (32 - by) : 0);
    return found & (this.size - first < 8 ? (1 << (this.size - first)) - 1 : 255);
  }

  // More resamples (Lemire 2019: a number that would make some units likelier is passed over), stratum by stratum.
  draw(resamples) {
    for (let k = 0; k < resamples; k++) {
      const place = new Uint32Array(this.size);
      let first = 0;
      for (const size of this.sizes) {
        const least = (4294967296 - size) % size;
        for (let filled = first; filled < first + size;) {
          const product = size === 1 ? 0 : this.stream.word() * size; // no number is spent on one unit
          const upper = Math.floor(product / 4294967296);
          if (product - upper * 4294967296 >= least) place[filled++] = this.order[first + upper];
        }
        first += size;
      }
      this.places.push(place);
    }
  }
}

export class Sums {
  // `cells` are the rows of all systems, one segment after the other: `systems` × `width` 64-bit integers each, as bytes.
  constructor(trials, cells, systems, width) {
    const given = new BigInt64Array(cells.slice().buffer);
    const wide = systems * width;
    const most = Number(given.reduce((a, b) => (a > b ? a : b), 0n));
    this.halves = most * trials.size < 2 ** 53 ? 1 : 2;
    Object.assign(this, { trials, width, wide: this.halves * wide, places: Math.ceil(trials.size / 8), slab: 0 });
    this.rows = new Float64Array(this.halves * given.length);
    for (let k = 0; k < given.length; k++) {
      if (this.halves === 1) this.rows[k] = Number(given[k]);
      else
        [this.rows[2 * k], this.rows[2 * k + 1]] = [Number(given[k] % BigInt(HALF)), Number(given[k] / BigInt(HALF))];
    }
    this.whole = new Float64Array(this.wide);
    for (let k = 0; k < this.rows.length; k++) this.whole[k % this.wide] += this.rows[k];
    this.kept = new Float64Array((trials.trials ?? 0) * this.wide);
    this.resampled = new Float64Array(trials.places.length * this.wide);
  }

  // The sums of what is not exchanged, over some more segments of all trials; says whether there are more.
  keep() {
    const { trials, wide, kept } = this;
    const first = this.slab * SLAB;
    const last = Math.min(first + SLAB, this.places);
    const tables = [];
    for (let place = first; place < last; place++) tables.push(this.table(8 * place));
    for (let trial = 0; trial < trials.trials; trial++) {
      const to = trial * wide;
      for (let place = first; place < last; place++) {
        const table = tables[place - first];
        const from = trials.bits(trial, 8 * place) * wide;
        for (let k = 0; k < wide; k++) kept[to + k] += table[from + k];
      }
    }
    this.slab++;
    return last < this.places;
  }

  // The sum of every choice of eight segments, by the bits of the choice.
  table(first) {
    const { wide, rows } = this;
    const found = new Float64Array(256 * wide);
    const many = Math.min(8, this.trials.size - first);
    for (let bit = 0; bit < many; bit++) {
      for (let k = 0; k < (1 << bit) * wide; k++)
        found[(1 << bit) * wide + k] = found[k] + rows[(first + bit) * wide + (k % wide)];
    }
    return found;
  }

  // Sums over the resamples from one up to another.
  resample(first, last) {
    const { trials, wide, rows, resampled } = this;
    for (let trial = first; trial < last; trial++) {
      const place = trials.places[trial];
      for (let segment = 0; segment < place.length; segment++) {
        for (let k = 0, from = place[segment] * wide, to = trial * wide; k < wide; k++)
          resampled[to + k] += rows[from + k];
      }
    }
  }

  // System `one`'s sums where it has its own outputs for the tossed segments and `other`'s for the rest.
  exchanged(one, other) {
    const { kept, whole, wide } = this;
    const [own, others] = [one, other].map(system => this.halves * this.width * system);
    return this.integers(
      this.trials.trials,
      (trial, k) => kept[trial * wide + own + k] + whole[others + k] - kept[trial * wide + others + k]
    );
  }

  // A system's sums on the resamples.
  bootstrapped(system) {
    const own = this.halves * this.width * system;
    return this.integers(this.trials.places.length, (trial, k) => this.resampled[trial * this.wide + own + k]);
  }

  // Numbers as the bytes of 64-bit integers, one row of `width` after the other.
  integers(rows, value) {
    const found = new Uint8Array(8 * rows * this.width);
    const parts = new Uint32Array(found.buffer);
    const whole = new BigInt64Array(found.buffer);
    for (let row = 0, to = 0; row < rows; row++) {
      for (let k = 0; k < this.width; k++, to++) {
        if (this.halves === 2) whole[to] = BigInt(value(row, 2 * k)) + BigInt(value(row, 2 * k + 1)) * BigInt(HALF);
        else {
          const sum = value(row, k);
          [parts[2 * to], parts[2 * to + 1]] = [sum % 4294967296, Math.floor(sum / 4294967296)];
        }
      }
    }
    return found;
  }
}
