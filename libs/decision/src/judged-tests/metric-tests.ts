import type { Id, MetricVerdict, NumberedTest } from '@assay/contracts';
import { roundsOf, type QuestionRun } from '../question-run.js';
import { derivedId } from '@assay/contracts/plain';

/** Verdicts of instances by candidate; missing ones say nothing. */
export type MetricClaims = ReadonlyMap<Id, MetricVerdict>;

/** A test from a metric's definition, judged by instances, not by models. */
export interface ClaimedTest extends NumberedTest {
  claims: MetricClaims;
}

export function holdsToMetrics({ metrics = [], settings }: QuestionRun): boolean {
  return metrics.length > 0 && settings.judge === 'behaviour' && settings.probe.instances > 0;
}

/**
 * Tests from metric definitions that have verdicts, numbered last. Not evidence-critical: naming a metric does not
 * prove that it is meant, so a trial may reject the test.
 */
export function claimedTests(run: QuestionRun, attempt: number, before: number): ClaimedTest[] {
  if (!holdsToMetrics(run)) return [];
  const claimed = (run.metrics ?? []).flatMap(({ name, source, statement }, index) => {
    const claims = claimsOf(run, attempt, { name, source });
    return claims.size === 0 ? [] : [{ id: derivedId(run, 'metric-test', attempt, index), statement, claims }];
  });
  return claimed.map((test, index) => ({ ...test, number: before + index + 1, evidenceCritical: false }));
}

/** Verdicts of all rounds: the latest counts, and candidates of a class share one. */
function claimsOf(run: QuestionRun, attempt: number, asked: { name: string; source: string }): Map<Id, MetricVerdict> {
  const claims = new Map<Id, MetricVerdict>();
  for (const { tasks } of roundsOf(run, attempt, 'probe')) {
    const result = tasks[0]?.result ?? null;
    const own = result?.metrics?.find(({ name, source }) => name === asked.name && source === asked.source);
    if (result === null || own === undefined) continue;
    const given = new Map(own.verdicts.map((verdict) => [verdict.candidate, verdict]));
    for (const { candidates } of result.classes) {
      const outcomes = candidates.flatMap((candidate) => given.get(candidate) ?? []);
      const shared = outcomes.find(({ verdict }) => verdict === 'PASS') ?? outcomes[0];
      if (shared === undefined) continue;
      for (const candidate of candidates) claims.set(candidate, given.get(candidate) ?? { ...shared, candidate });
    }
    for (const [candidate, verdict] of given) claims.set(candidate, verdict);
  }
  return claims;
}
