import type { Settings, WaveRecord } from '@assay/contracts';
import { temperedVotes } from '../odds/tempered-votes.js';
import { leadProbability } from './lead.js';

/** How much a question may spend before it is decided: everything at once, or what can still change the decision. */
export type Effort = Settings['effort'];

/** A lead this likely to last ends generation. */
export const ENOUGH_LEAD = 0.95;
/** So likely must one order of columns stay in front of another one of its class. */
const ENOUGH_LEAD_OF_ORDER = 0.8;
/** A class that votes and verdicts make so likely ends generation. */
const ENOUGH_ODDS = { economical: 0.8, balanced: 0.9, exhaustive: 0 } as const satisfies Record<Effort, number>;
/**
 * What a repetition of a text counts in a wave, a new text counting 1. Samples of one model are relatives; the record of a
 * model may teach another temper.
 */
const WAVE_REPEATED = 0.85;
/** `economical`: so many candidates of one class, and none of another, suffice. */
const ALIKE = 3;

/** What the valid candidates of one class say: how many gave each text, and each order of columns. */
export interface ClassVotes {
  texts: readonly number[];
  orders: readonly number[];
}

/** Whether to ask for more candidates, and why. */
export interface WaveDecision {
  /** Candidates of the next wave; 0 where generation ends. */
  next: number;
  /** Probability that the leading class stays in the lead, 0–1. */
  lead: number;
  why: WaveRecord['why'];
}

/**
 * The sizes of the waves: everything at once for `exhaustive`, 4 and 6 of ten for `balanced`, 3, 3, 4 for `economical`;
 * other numbers in the same proportions. The first wave has at least three, so that every strategy and every temperature
 * band is in it.
 *
 * @param candidates the most that may be asked for
 */
export function planWaves(effort: Effort, candidates: number): number[] {
  if (effort === 'exhaustive' || candidates <= 3) return [candidates];
  const shares = effort === 'balanced' ? [0.4] : [0.3, 0.6];
  const ends = [...shares.map((share) => Math.max(3, Math.round(share * candidates))), candidates];
  const steps = ends.filter((end, index) => end > (ends[index - 1] ?? 0));
  return steps.map((end, index) => end - (steps[index - 1] ?? 0));
}

/**
 * Whether the next wave is asked for, by votes alone. Candidates that are not valid do not vote, but count as asked.
 *
 * Nothing ends generation before one order of columns and one text lead within the leading class: that text stands for the
 * class, and is right more often than any of equally frequent ones. Then, where verdicts are weighed, what was asked is
 * judged, and votes and verdicts together say whether more is asked (`waveAfterVerdicts`); where verdicts are final, the
 * leading class needs a lead that is likely to last.
 *
 * @param asked candidates asked for so far: whole waves
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
  if (effort === 'economical' && areAlike(classes)) return { next: 0, lead, why: 'three-alike' };
  if (leader === undefined || !hasRepresentative(leader)) return { next, lead, why: 'undecided' };
  if (lead >= ENOUGH_LEAD) return { next: 0, lead, why: 'enough-lead' };
  return verdicts === 'weighed' ? { next: 0, lead, why: 'judged' } : { next, lead, why: 'undecided' };
}

/**
 * The next wave, where generation had ended and the verdicts leave no class likely enough to be right: another candidate
 * may be.
 *
 * @param best probability of the likeliest class, 0–1
 */
export function waveAfterVerdicts(effort: Effort, candidates: number, asked: number, best: number): number {
  return best >= ENOUGH_ODDS[effort] ? 0 : nextWave(effort, candidates, asked);
}

function nextWave(effort: Effort, candidates: number, asked: number): number {
  let planned = 0;
  return planWaves(effort, candidates).find((size) => (planned += size) > asked) ?? 0;
}

/** Whether it is clear which member stands for the class. */
function hasRepresentative({ texts, orders }: ClassVotes): boolean {
  const [order = 0, otherOrder = 0] = orders.toSorted((left, right) => right - left);
  const [text = 0, otherText = 0] = texts.toSorted((left, right) => right - left);
  return text > otherText && (otherOrder === 0 || leadProbability(order, otherOrder) >= ENOUGH_LEAD_OF_ORDER);
}

function areAlike(classes: readonly ClassVotes[]): boolean {
  const [only, ...others] = classes.map(({ texts }) => texts.reduce((sum, votes) => sum + votes, 0)).filter(Boolean);
  return only !== undefined && others.length === 0 && only >= ALIKE;
}
