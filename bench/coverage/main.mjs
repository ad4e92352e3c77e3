/** Checks that coverage is linear in the spoken words: `npm run bench coverage`. */
import { ChunkCoverage } from '../../apps/story-evaluator/dist/narration/chunk-coverage.js';

let state = 1;
const random = (below) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state % below;
};
const words = (count, vocabulary) => Array.from({ length: count }, () => `w${random(vocabulary)}`);

const cases = {
  'spoken word for word': (size) => {
    const source = words(size, 5000);
    return [source.join(' '), [source.join(' ')]];
  },
  'sentence by sentence': (size) => {
    const source = words(size, 5000);
    return [
      source.join(' '),
      Array.from({ length: size / 20 }, (_, at) => source.slice(at * 20, at * 20 + 20).join(' ')),
    ];
  },
  'one word all over': (size) => [words(size, 1).join(' '), [words(size, 1).join(' ')]],
  'three words, shuffled': (size) => [words(size, 3).join(' '), [words(size, 3).join(' ')]],
  'nothing of it': (size) => [words(size, 5000).join(' '), [words(size, 5000).join(' ')]],
  'repeated ten times': (size) => {
    const text = words(size / 10, 500).join(' ');
    return [text, Array.from({ length: 10 }, () => text)];
  },
};

const SIZES = [2000, 20_000, 200_000];
console.log(['words spoken'.padEnd(24), ...SIZES.map((size) => String(size).padStart(12))].join(''));
for (const [name, make] of Object.entries(cases)) {
  const times = SIZES.map((size) => {
    const [source, texts] = make(size);
    const startedAt = performance.now();
    const coverage = new ChunkCoverage(source);
    for (const text of texts) coverage.add(text);
    return `${(performance.now() - startedAt).toFixed(1)} ms`.padStart(12);
  });
  console.log([name.padEnd(24), ...times].join(''));
}
