/**
 * Value of each signal for choosing clusters, and fitted weights.
 * npm run bench signals -- <folder of an evaluation of a pool>
 * Reads questions of `assay eval … --judge none`; cross-validates by database.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answersByVote,
  chooseHeldOut,
  CLUSTER_SIGNALS,
  fitClusters,
  fitConfidence,
  systemSkill,
} from '../../libs/evaluation/dist/index.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('which folder? It is the --out of `assay eval … --judge none`.');

const lines = readFileSync(join(folder, 'questions.jsonl'), 'utf8').trim().split('\n');
const questions = lines.map((line) => JSON.parse(line)).sort((left, right) => (left.id < right.id ? -1 : 1));
const heldOut = (signals) =>
  [...chooseHeldOut(questions, signals).values()].filter((cluster) => cluster?.match.ex).length;

const answers = answersByVote(questions);
console.log(`questions ${questions.length}, vote ${answers.filter(({ match }) => match.ex).length}`);
console.log('confidence', fitConfidence(answers));
console.log('weights', fitClusters(questions, systemSkill(questions), CLUSTER_SIGNALS));
console.log(`all signals, databases held out: ${heldOut(CLUSTER_SIGNALS)}`);
for (const signal of CLUSTER_SIGNALS) {
  console.log(`without ${signal}: ${heldOut(CLUSTER_SIGNALS.filter((other) => other !== signal))}`);
}
