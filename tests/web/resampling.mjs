// The page's draws and sums, of what is given on standard input: node resampling.mjs ADDRESS_OF_THE_MODULE
import { readFileSync } from "node:fs";
const { Sums, Trials } = await import(process.argv[2]);
const given = JSON.parse(readFileSync(0, "utf8"));
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"));
const text = (found) => Buffer.from(found).toString("base64");
console.log(JSON.stringify(given.map(({ seed, units, exchanges, resamples, cells, systems, width }) => {
  const trials = new Trials(...[...seed, ...units].map(bytes));
  trials.toss(exchanges);
  trials.draw(resamples);
  const sums = new Sums(trials, bytes(cells), systems, width);
  while (sums.keep());
  sums.resample(0, resamples);
  const found = [sums.exchanged(0, 1), sums.exchanged(1, 0), sums.bootstrapped(0), sums.bootstrapped(1)];
  return [sums.halves, ...found.map(text)];
})));
