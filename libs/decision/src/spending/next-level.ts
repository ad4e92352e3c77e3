import { LEVELS, isAbove, nextLevel } from '@assay/contracts/plain';
import type { Level } from '@assay/contracts';
import type { QuestionRun } from '../question-run.js';

/** Attempts at most with the same models at the same efforts: a second one is told the failures of the first. */
const MOST_WITH_SAME_MODELS = 2;

/**
 * The level that a question goes on to from this one. With final verdicts and `exhaustive` it is the next one that is
 * allowed. Else it is the next one at which any agent has another model, or the same model at another effort; where none
 * has, the next level is asked once with the same models. Where the models are not known, levels are taken to differ.
 */
export function levelAfter(run: QuestionRun, level: Level): Level | null {
  const { effort, maxLevel, verdicts } = run.settings;
  const next = nextLevel(level, maxLevel);
  if (effort === 'exhaustive' && verdicts === 'final') return next;
  const { models = {} } = run;
  const above = LEVELS.filter((each) => isAbove(each, level) && !isAbove(each, maxLevel));
  const other = above.find((each) => differs(models, level, each));
  if (other !== undefined) return other;
  const alike = run.attempts.filter((attempt) => !differs(models, attempt.level, level));
  return alike.length < MOST_WITH_SAME_MODELS ? next : null;
}

/** Whether the question might go higher, and there is nothing else to ask there. */
export function hasSameModelsAbove(run: QuestionRun, level: Level): boolean {
  return nextLevel(level, run.settings.maxLevel) !== null && levelAfter(run, level) === null;
}

function differs(models: Readonly<Record<string, string>>, one: Level, other: Level): boolean {
  const agents = Object.keys(models).flatMap((key) => (key.endsWith(` ${one}`) ? [key.slice(0, -one.length)] : []));
  if (one === other) return false;
  return agents.length === 0 || agents.some((agent) => models[`${agent}${one}`] !== models[`${agent}${other}`]);
}
