import type { Id } from '@assay/contracts';
import type { Candidate } from '../candidates.js';
import { seededRandom } from '../seeded-random.js';
import { namesInOrder } from './named-columns.js';
import { median } from '../stragglers.js';

/** The most finalists that are compared: all pairs in both orders are then 12 calls. */
export const MAX_FINALISTS = 4;

/** One distinct result among the candidates that passed, represented by the text that most candidates gave. */
export interface Finalist {
  candidate: Id;
  /** Valid candidates of the attempt that returned this result, duplicates and failed ones included: the votes. */
  clusterSize: number;
  /** Valid candidates of the attempt with this canonical text, duplicates and failed ones included. */
  frequency: number;
  complexity: number;
  /** The seeded coin: lower wins where all else is equal. */
  coin: number;
}

/** Seed and name of the draw that settles last ties. */
export interface CoinSource {
  seed: number;
  attempt: number;
}

/**
 * One finalist per distinct result, in the order of the vote.
 *
 * @param passers the candidates that may win
 * @param all every candidate of the attempt; the valid ones vote
 */
export function finalistsOf(passers: readonly Candidate[], all: readonly Candidate[], source: CoinSource): Finalist[] {
  const byCluster = Map.groupBy(passers, clusterOf);
  return [...byCluster.values()].flatMap((members) => standings(members, all, source).slice(0, 1)).sort(byVote);
}

/** The candidates in the order of the vote. */
export function standings(
  candidates: readonly Candidate[],
  all: readonly Candidate[],
  source: CoinSource,
  order = byVote,
): Finalist[] {
  const valid = all.filter((candidate) => candidate.valid);
  const sizes = countBy(valid, clusterOf);
  const frequencies = countBy(valid, textOf);
  const finalists = candidates.map((candidate) => ({
    candidate: candidate.id,
    clusterSize: sizes.get(clusterOf(candidate)) ?? 1,
    frequency: frequencies.get(textOf(candidate)) ?? 1,
    complexity: candidate.complexity,
    coin: coinOf(candidate, source),
  }));
  return finalists.sort(order);
}

/**
 * Candidates that do the same, the one that stands for them first: where they differ in the order of columns, that which
 * the question names, if it names every column, else that which most candidates returned; then the most frequent text; the one that is about as complex as all that do the same (what
 * is much simpler has often left out what today's rows do not show); the simplest, the coin.
 */
export function inOrderOfTexts(
  alike: readonly Candidate[],
  all: readonly Candidate[],
  source: CoinSource & { question: string },
): Candidate[] {
  const strangeness = strangenessIn(all);
  const byTypicalText = (left: Finalist, right: Finalist): number =>
    right.frequency - left.frequency ||
    (strangeness.get(left.candidate) ?? 0) - (strangeness.get(right.candidate) ?? 0) ||
    byText(left, right);
  const order = standings(alike, all, source, byTypicalText);
  const places = new Map(order.map(({ candidate }, index) => [candidate, index]));
  const columnsOf = (candidate: Candidate): string => JSON.stringify([clusterOf(candidate), candidate.cluster]);
  const votes = countBy(
    all.filter(({ valid }) => valid),
    columnsOf,
  );
  const votesOf = (candidate: Candidate): number => votes.get(columnsOf(candidate)) ?? 0;
  const named = new Set(alike.filter((candidate) => isAsNamed(candidate, source.question)).map(columnsOf));
  const isNamed = (candidate: Candidate): number => Number(named.has(columnsOf(candidate)));
  return alike.toSorted(
    (one, other) =>
      isNamed(other) - isNamed(one) ||
      votesOf(other) - votesOf(one) ||
      (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0),
  );
}

/** A single column has no order, and says nothing of the others. */
function isAsNamed({ execution }: Candidate, question: string): boolean {
  const columns = execution?.columns ?? [];
  return (
    columns.length > 1 &&
    namesInOrder(
      question,
      columns.map(({ name }) => name),
    )
  );
}

/** How far each valid candidate is from the median complexity of those that do the same. */
function strangenessIn(all: readonly Candidate[]): Map<Id, number> {
  const classes = Map.groupBy(
    all.filter(({ valid }) => valid),
    clusterOf,
  );
  return new Map(
    [...classes.values()].flatMap((members) => {
      const middle = median(members.map(({ complexity }) => complexity));
      return members.map(({ id, complexity }) => [id, Math.abs(complexity - middle)] as const);
    }),
  );
}

/** How many valid candidates returned each result, duplicates included. */
export function clusterSizes(all: readonly Candidate[]): Map<string, number> {
  return countBy(
    all.filter(({ valid }) => valid),
    clusterOf,
  );
}

function countBy(candidates: readonly Candidate[], keyOf: (candidate: Candidate) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of candidates.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The canonical text; where there is none, a text of its own. */
function textOf({ canonical, id }: Candidate): string {
  return canonical === '' ? `alone:${id}` : canonical;
}

/**
 * What votes are counted by: the class of equal behaviour, or the result's fingerprint; a candidate without either is
 * alone with its duplicates.
 */
export function clusterOf(candidate: Pick<Candidate, 'behaviour' | 'cluster' | 'duplicateOf' | 'id'>): string {
  return candidate.behaviour ?? candidate.cluster ?? `alone:${candidate.duplicateOf ?? candidate.id}`;
}

/** Larger cluster, then the more frequent text, then the simpler SQL, then the coin. */
export function byVote(left: Finalist, right: Finalist): number {
  return right.clusterSize - left.clusterSize || byText(left, right);
}

function byText(left: Finalist, right: Finalist): number {
  return right.frequency - left.frequency || left.complexity - right.complexity || left.coin - right.coin;
}

/** What puts the first in front of the second. */
export function partedBy(first: Finalist, second: Finalist): 'cluster' | 'frequent' | 'simplest' | 'coin' {
  if (first.clusterSize !== second.clusterSize) return 'cluster';
  if (first.frequency !== second.frequency) return 'frequent';
  return first.complexity === second.complexity ? 'coin' : 'simplest';
}

/** Drawn by ordinal, not by id: ids differ when a question is replayed, ordinals do not. */
function coinOf(candidate: Pick<Candidate, 'ordinal'>, { seed, attempt }: CoinSource): number {
  return seededRandom(seed, 'coin', attempt, candidate.ordinal)();
}
