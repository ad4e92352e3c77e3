import type { Id, MetricVerdict, NumberedTest } from '@assay/contracts';
import { roundsOf, type QuestionRun } from '../question-run.js';
import { derivedId } from '../seeded-random.js';

/** What instances say of candidates; nothing of those that are missing. */
export type MetricClaims = ReadonlyMap<Id, MetricVerdict>;

/** A test that a metric's definition makes: instances judge it, and no model does. */
export interface ClaimedTest extends NumberedTest {
  claims: MetricClaims;
}

/** Whether candidates of this question are held to definitions. */
export function holdsToMetrics({ metrics = [], settings }: QuestionRun): boolean {
  return metrics.length > 0 && settings.judge === 'behaviour' && settings.probe.instances > 0;
}

/**
 * The tests that definitions make, numbered behind all others. One by which nothing is claimed of any candidate is none.
 *
 * It is not evidence-critical: that a question has a metric's name in it does not show that it asks for the metric, so
 * that a trial may find it mistaken.
 */
export function claimedTests(run: QuestionRun, attempt: number, before: number): ClaimedTest[] {
  if (!holdsToMetrics(run)) return [];
  const claimed = (run.metrics ?? []).flatMap(({ name, source, statement }, index) => {
    const claims = claimsOf(run, attempt, { name, source });
    return claims.size === 0 ? [] : [{ id: derivedId(run, 'metric-test', attempt, index), statement, claims }];
  });
  return claimed.map((test, index) => ({ ...test, number: before + index + 1, evidenceCritical: false }));
}

/** Those of all rounds, the latest first; who does what another candidate does computes what that computes. */
function claimsOf(run: QuestionRun, attempt: number, asked: { name: string; source: string }): Map<Id, MetricVerdict> {
  const claims = new Map<Id, MetricVerdict>();
  for (const { tasks } of roundsOf(run, attempt, 'probe')) {
    const result = tasks[0]?.result ?? null;
    const own = result?.metrics?.find(({ name, source }) => name === asked.name && source === asked.source);
    if (result === null || own === undefined) continue;
    const given = new Map(own.verdicts.map((verdict) => [verdict.candidate, verdict]));
    for (const { candidates } of result.classes) {
      const told = candidates.flatMap((candidate) => given.get(candidate) ?? []);
      const shared = told.find(({ verdict }) => verdict === 'PASS') ?? told[0];
      if (shared === undefined) continue;
      for (const candidate of candidates) claims.set(candidate, given.get(candidate) ?? { ...shared, candidate });
    }
    for (const [candidate, verdict] of given) claims.set(candidate, verdict);
  }
  return claims;
}
