/**
 * Value of each signal for choosing clusters, and the shipped weights.
 * npm run bench signals -- <folder of an evaluation of a pool> [--select]
 * Reads questions of `assay eval … --judge none`; cross-validates by database. --select adds the best signal until none
 * helps.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answersByVote,
  chooseHeldOut,
  CLUSTER_SIGNALS,
  fitClusters,
  fitConfidence,
  KEPT_SIGNALS,
  systemSkill,
} from '../../libs/evaluation/dist/index.js';

const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder? It is the --out of `assay eval … --judge none`.');

const lines = readFileSync(join(folder, 'questions.jsonl'), 'utf8').trim().split('\n');
const questions = lines.map((line) => JSON.parse(line)).sort((left, right) => (left.id < right.id ? -1 : 1));
const heldOut = (signals) =>
  [...chooseHeldOut(questions, signals).values()].filter((cluster) => cluster?.match.ex).length;

const answers = answersByVote(questions);
console.log(`questions ${questions.length}, vote ${answers.filter(({ match }) => match.ex).length}`);
console.log('confidence', fitConfidence(answers));
console.log('weights', fitClusters(questions, systemSkill(questions), KEPT_SIGNALS));
console.log(`kept signals, databases held out: ${heldOut(KEPT_SIGNALS)}`);
if (flags.includes('--select')) select();

function select() {
  const others = CLUSTER_SIGNALS.filter((signal) => signal !== 'votes');
  for (const signal of others) console.log(`votes and ${signal}: ${heldOut(['votes', signal])}`);
  let chosen = ['votes'];
  for (let best = heldOut(chosen); ;) {
    const trials = others
      .filter((signal) => !chosen.includes(signal))
      .map((signal) => ({ signal, right: heldOut([...chosen, signal]) }));
    const winner = trials.reduce((left, right) => (right.right > left.right ? right : left), { right: best });
    if (winner.signal === undefined) break;
    ({ right: best } = winner);
    chosen = [...chosen, winner.signal];
    console.log(`${best} with ${chosen.join(', ')}`);
  }
}
