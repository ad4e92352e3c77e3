import type { Settings, WaveRecord } from '@assay/contracts';
import { temperedVotes } from '../odds/tempered-votes.js';
import { leadProbability } from './lead.js';

/** Everything at once, or only what can change the decision. */
export type Effort = Settings['effort'];

/** Probability of a lasting lead that ends generation. */
export const ENOUGH_LEAD = 0.95;
/** The same for the leading column order of a class. */
const ENOUGH_LEAD_OF_ORDER = 0.8;
const ENOUGH_ODDS = { instant: 0, quick: 0.9, economical: 0.8, balanced: 0.9, exhaustive: 0 } as const satisfies Record<
  Effort,
  number
>;
/** Value of a repeated text in a wave. */
const WAVE_REPEATED = 0.85;
/** This many candidates of a single class suffice. */
const ALIKE = { quick: 2, economical: 3 };
/** Candidates of `instant`: the fewest with a majority. */
const INSTANT = 3;

/** Shares requested at the end of each wave but the last. */
const WAVE_ENDS = { quick: [], economical: [0.3, 0.6], balanced: [0.4], exhaustive: [] } as const;

export interface ClassVotes {
  texts: readonly number[];
  orders: readonly number[];
}

export interface WaveDecision {
  /** Size of the next wave; 0 ends generation. */
  next: number;
  /** Probability that the leading class stays first, 0–1. */
  lead: number;
  why: WaveRecord['why'];
}

/** Wave sizes (`WAVE_ENDS`). The first has at least three, except for `quick`, to cover all strategies and bands. */
export function planWaves(effort: Effort, candidates: number): number[] {
  if (effort === 'instant') return [Math.min(INSTANT, candidates)];
  const shares = WAVE_ENDS[effort].map((share) => Math.max(3, Math.round(share * candidates)));
  const first = effort === 'quick' ? [ALIKE.quick] : [];
  const ends = [...first, ...shares, candidates].map((end) => Math.min(end, candidates));
  const steps = ends.filter((end, index) => end > (ends[index - 1] ?? 0));
  return steps.map((end, index) => end - (steps[index - 1] ?? 0));
}

/**
 * Goes on until one text leads in the leading class; then weighed verdicts judge first (a single class at once), final
 * ones need a lasting lead.
 * @param asked requested so far
 */
export function decideWave(
  { effort, verdicts }: Pick<Settings, 'effort' | 'verdicts'>,
  candidates: number,
  asked: number,
  classes: readonly ClassVotes[],
): WaveDecision {
  const ranked = classes
    .map((own) => ({ ...own, votes: temperedVotes(own.texts, WAVE_REPEATED) }))
    .sort((left, right) => right.votes - left.votes);
  const [leader, second] = ranked;
  const lead = leadProbability(leader?.votes ?? 0, second?.votes ?? 0);
  const next = nextWave(effort, candidates, asked);
  if (next === 0) return { next, lead, why: 'all-asked' };
  if (effort === 'economical' && areAlike(classes, ALIKE.economical)) return { next: 0, lead, why: 'three-alike' };
  if (effort === 'quick' && asked === ALIKE.quick) {
    return areAlike(classes, asked) ? { next: 0, lead, why: 'two-alike' } : { next, lead, why: 'undecided' };
  }
  const isAlone = verdicts === 'weighed' && ranked.length === 1;
  if (leader === undefined || !hasOneOrder(leader) || !(isAlone || hasLeadingText(leader))) {
    return { next, lead, why: 'undecided' };
  }
  if (lead >= ENOUGH_LEAD) return { next: 0, lead, why: 'enough-lead' };
  return verdicts === 'weighed' ? { next: 0, lead, why: 'judged' } : { next, lead, why: 'undecided' };
}

/** @param best probability of the likeliest class, 0–1 */
export function waveAfterVerdicts(effort: Effort, candidates: number, asked: number, best: number): number {
  return best >= ENOUGH_ODDS[effort] ? 0 : nextWave(effort, candidates, asked);
}

function nextWave(effort: Effort, candidates: number, asked: number): number {
  let planned = 0;
  return planWaves(effort, candidates).find((size) => (planned += size) > asked) ?? 0;
}

function hasOneOrder({ orders }: ClassVotes): boolean {
  const [order = 0, otherOrder = 0] = orders.toSorted((left, right) => right - left);
  return otherOrder === 0 || leadProbability(order, otherOrder) >= ENOUGH_LEAD_OF_ORDER;
}

function hasLeadingText({ texts }: ClassVotes): boolean {
  const [text = 0, otherText = 0] = texts.toSorted((left, right) => right - left);
  return text > otherText;
}

function areAlike(classes: readonly ClassVotes[], fewest: number): boolean {
  const [only, ...others] = classes.map(({ texts }) => texts.reduce((sum, votes) => sum + votes, 0)).filter(Boolean);
  return only !== undefined && others.length === 0 && only >= fewest;
}
