import type { AttemptRecord } from '@assay/contracts';
import { probeResult } from '../behaviour/class-of-candidate.js';
import { behaviourClasses } from '../behaviour/representatives.js';
import { runOdds } from '../odds/run-odds.js';
import type { QuestionRun } from '../question-run.js';

export function projectBehaviours(
  run: QuestionRun,
  attempt: number,
): Pick<AttemptRecord, 'behaviours' | 'suite' | 'suiteNow' | 'witnesses'> {
  const classes = behaviourClasses(run, attempt);
  const votes = classes.reduce((sum, { members }) => sum + members.length, 0);
  const result = probeResult(run, attempt);
  const posteriors = posteriorsOf(run);
  const unsteady = new Set(result?.unstable ?? []);
  return {
    behaviours: classes.map(({ id, texts: [first], members }) => {
      const unstable = members.filter((member) => unsteady.has(member.duplicateOf ?? member.id)).map((each) => each.id);
      return {
        id,
        representative: first.id,
        candidates: members.map((member) => member.id),
        share: members.length / votes,
        posterior: posteriors.get(id) ?? null,
        ...(unstable.length > 0 && { unstable }),
      };
    }),
    // in the record's field order
    suite: (result?.suite ?? []).map(({ id, made, breaks, tables }) => ({ id, made, breaks, tables })),
    ...(result?.now !== undefined && { suiteNow: result.now }),
    witnesses: (result?.witnesses ?? []).map(({ a, b, instance, weak, tables, resultA, resultB }) => ({
      a,
      b,
      instance,
      weak,
      tables,
      resultA,
      resultB,
    })),
  };
}

/** Probability by class; empty for final verdicts and before the first verdict. */
function posteriorsOf(run: QuestionRun): ReadonlyMap<string, number> {
  if (run.settings.verdicts === 'final') return new Map();
  const judged = runOdds(run).classes.filter(({ isJudged }) => isJudged);
  return new Map(judged.map(({ cluster, probability }) => [cluster, Math.round(probability * 1000) / 1000]));
}
