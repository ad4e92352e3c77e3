import type { Id } from '@assay/contracts';
import type { Candidate } from '../candidates.js';
import { seededRandom } from '@assay/contracts/plain';
import { namesInOrder } from './named-columns.js';
import { median } from '../stragglers.js';

/** All pairs in both orders are then 12 calls. */
export const MAX_FINALISTS = 4;

/** A distinct passing result, represented by its most frequent text. */
export interface Finalist {
  candidate: Id;
  /** Votes: valid candidates with this result, duplicates and failed ones included. */
  clusterSize: number;
  /** Valid candidates with this text, duplicates and failed ones included. */
  frequency: number;
  complexity: number;
  /** Seeded tie-breaker: lower wins. */
  coin: number;
}

/** Seed and name of the tie-breaker. */
export interface CoinSource {
  seed: number;
  attempt: number;
}

/**
 * One finalist per distinct result, by vote.
 * @param passers candidates that may win
 * @param all of the attempt; valid ones vote
 */
export function finalistsOf(passers: readonly Candidate[], all: readonly Candidate[], source: CoinSource): Finalist[] {
  const byCluster = Map.groupBy(passers, clusterOf);
  return [...byCluster.values()].flatMap((members) => standings(members, all, source).slice(0, 1)).sort(byVote);
}

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
 * Candidates of equal behaviour, representative first: column order as named in the question, else the most frequent;
 * most frequent text; complexity near the median; simplest; coin.
 */
export function inOrderOfTexts(
  alike: readonly Candidate[],
  all: readonly Candidate[],
  source: CoinSource & { question: string },
): Candidate[] {
  const deviation = complexityDeviations(all);
  const byTypicalText = (left: Finalist, right: Finalist): number =>
    right.frequency - left.frequency ||
    (deviation.get(left.candidate) ?? 0) - (deviation.get(right.candidate) ?? 0) ||
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

/** A single column has no order. */
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

function complexityDeviations(all: readonly Candidate[]): Map<Id, number> {
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

/** Valid candidates per result, duplicates included. */
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

function textOf({ canonical, id }: Candidate): string {
  return canonical === '' ? `alone:${id}` : canonical;
}

/** Unit of votes: behaviour class, else result fingerprint, else the candidate. */
export function clusterOf(candidate: Pick<Candidate, 'behaviour' | 'cluster' | 'duplicateOf' | 'id'>): string {
  return candidate.behaviour ?? candidate.cluster ?? `alone:${candidate.duplicateOf ?? candidate.id}`;
}

/** Larger cluster, more frequent text, simpler SQL, coin. */
export function byVote(left: Finalist, right: Finalist): number {
  return right.clusterSize - left.clusterSize || byText(left, right);
}

function byText(left: Finalist, right: Finalist): number {
  return right.frequency - left.frequency || left.complexity - right.complexity || left.coin - right.coin;
}

export function decidedBy(first: Finalist, second: Finalist): 'cluster' | 'frequent' | 'simplest' | 'coin' {
  if (first.clusterSize !== second.clusterSize) return 'cluster';
  if (first.frequency !== second.frequency) return 'frequent';
  return first.complexity === second.complexity ? 'coin' : 'simplest';
}

/** By ordinal, because ids differ in replays. */
function coinOf(candidate: Pick<Candidate, 'ordinal'>, { seed, attempt }: CoinSource): number {
  return seededRandom(seed, 'coin', attempt, candidate.ordinal)();
}
