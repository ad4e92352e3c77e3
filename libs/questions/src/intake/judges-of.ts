import { LEVELS, WEIGHED_AGENTS, type JudgeBelief, type Level } from '@assay/contracts';
import { followedShare, reliabilityOf, type Reliabilities, type ReportedFaults } from '@assay/decision';
import type { TalliedJudge } from '../sql/judge-tallies.js';

/** Assumed judge reliabilities of a new question, at every level in reach; judges without a model are left out. */
export function judgesOf(
  models: Readonly<Record<string, string>>,
  tallies: readonly TalliedJudge[],
  level: Level,
  maxLevel: Level,
  faults: ReportedFaults,
): JudgeBelief[] {
  const followsUncovered = followedShare(faults);
  const reachable = LEVELS.slice(LEVELS.indexOf(level), LEVELS.indexOf(maxLevel) + 1);
  return reachable.flatMap((at) =>
    WEIGHED_AGENTS.flatMap((agent) => {
      const model = models[`${agent} ${at}`];
      if (model === undefined) return [];
      const known = tallies.find((each) => each.agent === agent && each.model === model);
      const { right, wrong } = known ?? { right: 0, wrong: 0 };
      const belief = { agent, level: at, model, right, wrong, reliability: reliabilityOf(agent, { right, wrong }) };
      return [agent === 'evaluator' && followsUncovered < 1 ? { ...belief, followsUncovered } : belief];
    }),
  );
}

export function reliabilitiesOf(judges: readonly JudgeBelief[]): Partial<Record<Level, Reliabilities>> {
  const at = (level: Level, agent: JudgeBelief['agent']): number =>
    judges.find((judge) => judge.level === level && judge.agent === agent)?.reliability ?? reliabilityOf(agent);
  const levels = new Set(judges.map(({ level }) => level));
  return Object.fromEntries(
    [...levels].map((level) => [level, { evaluator: at(level, 'evaluator'), selector: at(level, 'sql-selector') }]),
  );
}
