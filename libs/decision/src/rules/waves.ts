import type { WaveRecord } from '@assay/contracts';
import type { Command } from '../command.js';
import { runOdds } from '../odds/run-odds.js';
import { wavesOf } from '../question-run.js';
import { classVotes } from '../spending/class-votes.js';
import { decideWave, waveAfterVerdicts, type WaveDecision } from '../spending/waves.js';
import { judgedAll } from './evaluate.js';
import { startWave } from './generate.js';
import { stageOf, type Rule, type Situation } from './situation.js';
import { emit } from './stage-commands.js';

/** After the last one is classified. */
export const requestNextWave: Rule = (situation) => {
  const { run, attempt } = situation;
  const { sqlCandidates, verdicts } = run.settings;
  if (!hasOpenWave(situation)) return null;
  const asked = askedCandidates(situation);
  if ((asked < sqlCandidates || verdicts === 'weighed') && stageOf(situation, 'probe')?.status === 'OPEN') return [];
  const decided = decideWave(run.settings, sqlCandidates, asked, classVotes(run, attempt.ordinal));
  return record(situation, decided);
};

/** Requests the next wave next to the trial, which rarely finds a test mistaken. */
export const requestWaveDuringTrial: Rule = (situation) =>
  stageOf(situation, 'trial')?.status === 'OPEN' ? requestMoreIfUnsure(situation) : null;

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
