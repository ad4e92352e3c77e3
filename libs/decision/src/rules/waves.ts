import type { TrialResult, WaveRecord } from '@assay/contracts';
import { TRIAL_DECISIONS } from '@assay/contracts/plain';
import type { Command } from '../command.js';
import { requirementsOf } from '../judged-tests/tried-tests.js';
import { runOdds } from '../odds/run-odds.js';
import { wavesOf, type QuestionRun, type StageState } from '../question-run.js';
import { classVotes } from '../spending/class-votes.js';
import { decideWave, waveAfterVerdicts, type WaveDecision } from '../spending/waves.js';
import { judgedAll } from './evaluate.js';
import { startWave } from './generate.js';
import { stageOf, type Rule, type Situation } from './situation.js';
import { emit } from './stage-commands.js';

/** Decides on another wave after the last one is classified. */
export const requestNextWave: Rule = (situation) => {
  const { run, attempt } = situation;
  const { sqlCandidates, verdicts } = run.settings;
  if (!hasOpenWave(situation)) return null;
  const asked = askedCandidates(situation);
  if ((asked < sqlCandidates || verdicts === 'weighed') && stageOf(situation, 'probe')?.status === 'OPEN') return [];
  const decided = decideWave(run.settings, sqlCandidates, asked, classVotes(run, attempt.ordinal));
  return record(situation, decided);
};

/** More contested tests have too many possible results to examine each. */
const MOST_CONTESTED = 4;

/**
 * Requests the next wave next to the trial if every result of the trial needs it: no class is likely enough and a
 * requirement is left.
 */
export const requestWaveDuringTrial: Rule = (situation) => {
  const { run, attempt } = situation;
  const trial = stageOf(situation, 'trial');
  if (trial?.status !== 'OPEN') return null;
  const commands = requestMoreIfUnsure(situation);
  const contested = trial.tasks.flatMap(({ payload }) => payload.contested);
  if (commands === null || contested.length > MOST_CONTESTED) return null;
  const isNeeded = resultsOf(contested.map(({ number }) => number)).every((decisions) => {
    const decided = afterTrial(run, trial, decisions);
    const isTestLeft = requirementsOf(decided, attempt.ordinal).length > 0;
    return isTestLeft && requestMoreIfUnsure({ ...situation, run: decided }) !== null;
  });
  return isNeeded ? commands : null;
};

type Decisions = TrialResult['decisions'];

function resultsOf(tests: readonly number[]): Decisions[] {
  return tests.reduce<Decisions[]>(
    (results, number) =>
      results.flatMap((before) => TRIAL_DECISIONS.map((decision) => [...before, { number, decision, reason: '' }])),
    [[]],
  );
}

function afterTrial(run: QuestionRun, trial: StageState<'trial'>, decisions: Decisions): QuestionRun {
  const tasks = trial.tasks.map((task) => ({ ...task, result: { reasoning: '', decisions } }));
  return { ...run, stages: run.stages.map((stage) => (stage === trial ? { ...trial, tasks } : stage)) };
}

export const requestMoreIfUnsure: Rule = (situation) => {
  const { run, attempt } = situation;
  const { effort, sqlCandidates, verdicts } = run.settings;
  const last = attempt.waves.at(-1);
  if (effort === 'exhaustive' || verdicts === 'final' || attempt.case !== null || last === undefined) return null;
  if (!judgedAll(situation)) return null;
  const [best] = runOdds(run).classes;
  if (best === undefined) return null;
  // A failed verdict is a doubt, despite votes.
  const probability = best.passes ? best.probability : 0;
  const next = waveAfterVerdicts(effort, sqlCandidates, askedCandidates(situation), probability);
  if (next === 0) return null;
  const reopened: WaveRecord = { ...last, stopped: false, why: 'in-doubt' };
  return continueWith(situation, attempt.waves.slice(0, -1), reopened, next);
};

/** Whether another wave is still undecided. */
export function hasOpenWave({ run, attempt }: Situation): boolean {
  const waves = wavesOf(run, attempt.ordinal).length;
  return run.settings.effort !== 'exhaustive' && attempt.waves.length < waves;
}

function askedCandidates({ run, attempt }: Situation): number {
  return wavesOf(run, attempt.ordinal).reduce((sum, { tasks }) => sum + tasks.length, 0);
}

function record(situation: Situation, { next, lead, why }: WaveDecision): Command[] {
  const { run, attempt } = situation;
  const ordinal = attempt.waves.length + 1;
  const candidates = wavesOf(run, attempt.ordinal)[ordinal - 1]?.tasks.length ?? 0;
  const rounded = Math.round(lead * 1000) / 1000;
  // the probe's duration varies: replays must know what was seen
  const beforeProbe = stageOf(situation, 'probe')?.status === 'OPEN' && { beforeProbe: true as const };
  const wave: WaveRecord = { ordinal, candidates, lead: rounded, stopped: next === 0, why, ...beforeProbe };
  return continueWith(situation, attempt.waves, wave, next);
}

function continueWith(
  situation: Situation,
  before: readonly WaveRecord[],
  last: WaveRecord,
  candidates: number,
): Command[] {
  const { attempt } = situation;
  const { ordinal, lead, stopped } = last;
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { waves: [...before, last] } },
    emit({ type: 'wave-decided', wave: ordinal, candidates: last.candidates, lead, stopped }),
    ...(candidates > 0 ? startWave(situation, askedCandidates(situation), candidates) : []),
  ];
}
