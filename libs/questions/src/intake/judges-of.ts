import { LEVELS, WEIGHED_AGENTS, type JudgeBelief, type Level } from '@assay/contracts';
import { reliabilityOf, type Reliabilities } from '@assay/decision';
import type { TalliedJudge } from '../sql/judge-tallies.js';

/**
 * What is believed of the judges of a question that is asked now, at every level that it may reach.
 *
 * @param models model by agent and level; a judge without one is left out
 * @param tallies how models have fared in the workspace as judges
 */
export function judgesOf(
  models: Readonly<Record<string, string>>,
  tallies: readonly TalliedJudge[],
  level: Level,
  maxLevel: Level,
): JudgeBelief[] {
  const reachable = LEVELS.slice(LEVELS.indexOf(level), LEVELS.indexOf(maxLevel) + 1);
  return reachable.flatMap((at) =>
    WEIGHED_AGENTS.flatMap((agent) => {
      const model = models[`${agent} ${at}`];
      if (model === undefined) return [];
      const known = tallies.find((each) => each.agent === agent && each.model === model);
      const { right, wrong } = known ?? { right: 0, wrong: 0 };
      return [{ agent, level: at, model, right, wrong, reliability: reliabilityOf(agent, { right, wrong }) }];
    }),
  );
}

/** How reliable the judges of each level are, as the question was told when it was asked. */
export function reliabilitiesOf(judges: readonly JudgeBelief[]): Partial<Record<Level, Reliabilities>> {
  const at = (level: Level, agent: JudgeBelief['agent']): number =>
    judges.find((judge) => judge.level === level && judge.agent === agent)?.reliability ?? reliabilityOf(agent);
  const levels = new Set(judges.map(({ level }) => level));
  return Object.fromEntries(
    [...levels].map((level) => [level, { evaluator: at(level, 'evaluator'), selector: at(level, 'sql-selector') }]),
  );
}
