import type { Settings, WaveRecord } from '@assay/contracts';
import { CARRIED } from '../odds/weigh.js';
import { temperedVotes } from '../odds/tempered-votes.js';
import { leadProbability } from './lead.js';

/** How much a question may spend before it is decided: everything at once, or what can still change the decision. */
export type Effort = Settings['effort'];

/** A lead this likely to last ends generation. */
export const ENOUGH_LEAD = 0.95;
/**
 * What a repetition of a text counts in a wave, a new text counting 1. Samples of one model are relatives; the record of a
 * model may teach another temper.
 */
const WAVE_REPEATED = 0.85;
/** `economical`: so many candidates of one class, and none of another, suffice. */
const ALIKE = 3;

/** What the candidates so far say: for each class, how many valid candidates gave each of its texts. */
export type ClassTexts = readonly (readonly number[])[];

/** Whether to ask for more candidates, and why. */
export interface WaveDecision {
  /** Candidates of the next wave; 0 where generation ends. */
  next: number;
  /** Probability that the leading class stays in the lead, 0–1. */
  lead: number;
  why: WaveRecord['why'];
}

/**
 * The sizes of the waves: everything at once for `exhaustive`, 4, 3, 3 of ten for `balanced`, 3, 3, 4 for `economical`;
 * other numbers in the same proportions. The first wave has at least three, so that every strategy and every temperature
 * band is in it.
 *
 * @param candidates the most that may be asked for
 */
export function planWaves(effort: Effort, candidates: number): number[] {
  if (effort === 'exhaustive' || candidates <= 3) return [candidates];
  const [first, second] = effort === 'balanced' ? [0.4, 0.7] : [0.3, 0.6];
  const ends = [Math.max(3, Math.round(first * candidates)), Math.round(second * candidates), candidates];
  const steps = ends.filter((end, index) => end > (ends[index - 1] ?? 0));
  return steps.map((end, index) => end - (steps[index - 1] ?? 0));
}

/**
 * Whether the next wave is asked for. Candidates that are not valid do not vote, but count as asked. A lead ends
 * generation only once one text leads within the leading class: the text that most candidates gave stands for the class,
 * and is right more often than any of equally frequent ones.
 *
 * @param asked candidates asked for so far: whole waves
 */
export function decideWave(
  effort: Effort,
  candidates: number,
  asked: number,
  classes: ClassTexts,
  repeated = WAVE_REPEATED,
): WaveDecision {
  const ranked = classes
    .map((texts) => ({ texts, votes: temperedVotes(texts, repeated) }))
    .sort((left, right) => right.votes - left.votes);
  const [leader, second] = ranked;
  const lead = leadProbability(leader?.votes ?? 0, second?.votes ?? 0);
  const next = nextWave(effort, candidates, asked);
  if (next === 0) return { next, lead, why: 'all-asked' };
  if (lead >= ENOUGH_LEAD && hasLeadingText(leader?.texts ?? [])) return { next: 0, lead, why: 'enough-lead' };
  return effort === 'economical' && areAlike(classes)
    ? { next: 0, lead, why: 'three-alike' }
    : { next, lead, why: 'undecided' };
}

/**
 * The next wave, where generation had ended and the verdicts leave no class more likely right than not: another
 * candidate may be the right one.
 *
 * @param best probability of the likeliest class, 0–1
 */
export function waveAfterVerdicts(effort: Effort, candidates: number, asked: number, best: number): number {
  return best > CARRIED ? 0 : nextWave(effort, candidates, asked);
}

function nextWave(effort: Effort, candidates: number, asked: number): number {
  let planned = 0;
  return planWaves(effort, candidates).find((size) => (planned += size) > asked) ?? 0;
}

function hasLeadingText(texts: readonly number[]): boolean {
  const [first = 0, second = 0] = [...texts].sort((left, right) => right - left);
  return first > second;
}

function areAlike(classes: ClassTexts): boolean {
  const [only, ...others] = classes.map((texts) => texts.reduce((sum, votes) => sum + votes, 0)).filter(Boolean);
  return only !== undefined && others.length === 0 && only >= ALIKE;
}
