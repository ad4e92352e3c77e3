import { LEVELS, isAbove, nextLevel } from '@assay/contracts/plain';
import type { Level } from '@assay/contracts';
import type { QuestionRun } from '../question-run.js';

/**
 * The level that a question goes on to from this one: with `exhaustive` the next one that is allowed; else the next one at
 * which any agent has another model, or the same model at another effort, for more of the same would be no help. Where
 * the models are not known, levels are taken to differ.
 */
export function levelAfter({ settings, models = {} }: QuestionRun, level: Level): Level | null {
  const { effort, maxLevel } = settings;
  if (effort === 'exhaustive') return nextLevel(level, maxLevel);
  const above = LEVELS.filter((each) => isAbove(each, level) && !isAbove(each, maxLevel));
  return above.find((each) => differs(models, level, each)) ?? null;
}

/** Whether the question might go higher, and there is nothing else to ask there. */
export function hasSameModelsAbove(run: QuestionRun, level: Level): boolean {
  return nextLevel(level, run.settings.maxLevel) !== null && levelAfter(run, level) === null;
}

function differs(models: Readonly<Record<string, string>>, one: Level, other: Level): boolean {
  const agents = Object.keys(models).flatMap((key) => (key.endsWith(` ${one}`) ? [key.slice(0, -one.length)] : []));
  return agents.length === 0 || agents.some((agent) => models[`${agent}${one}`] !== models[`${agent}${other}`]);
}
