import { LEVELS, isAbove, nextLevel } from '@assay/contracts/plain';
import type { Level } from '@assay/contracts';
import type { QuestionRun } from '../question-run.js';

/** Attempts with the same models and efforts; a second one knows the failures of the first. */
const MOST_WITH_SAME_MODELS = 2;

/**
 * The next level with another model or effort; if none, the next one once with the same. Final verdicts with
 * `exhaustive`: the next.
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

export function hasSameModelsAbove(run: QuestionRun, level: Level): boolean {
  return nextLevel(level, run.settings.maxLevel) !== null && levelAfter(run, level) === null;
}

function differs(models: Readonly<Record<string, string>>, one: Level, other: Level): boolean {
  const agents = Object.keys(models).flatMap((key) => (key.endsWith(` ${one}`) ? [key.slice(0, -one.length)] : []));
  if (one === other) return false;
  return agents.length === 0 || agents.some((agent) => models[`${agent}${one}`] !== models[`${agent}${other}`]);
}
