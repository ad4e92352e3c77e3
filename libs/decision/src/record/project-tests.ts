import type { TestRecord } from '@assay/contracts';
import { MOMENTS } from '@assay/contracts/plain';
import { gatherTests } from '../judged-tests/gather-tests.js';
import { judgedTests, type JudgedTest } from '../judged-tests/tried-tests.js';
import type { AttemptState, QuestionRun } from '../question-run.js';

/**
 * Delivered tests by moment, batch, position, then those of metrics and judges. A kept test is evidence-critical if a
 * duplicate is. Numbers and representatives exist after numbering.
 */
export function projectTests(run: QuestionRun, attempt: AttemptState): TestRecord[] {
  const plan = attempt.tests;
  const kept = new Map(judgedTests(run, attempt.ordinal).map((test) => [test.id, test]));
  const delivered = gatherTests(run, attempt.ordinal, MOMENTS);
  const mergedInto = Map.groupBy(delivered, ({ id }) => plan?.keptAs[id] ?? null);
  const written = delivered.map((test): TestRecord => {
    const judged = kept.get(test.id);
    return {
      id: test.id,
      number: judged?.number ?? null,
      statement: test.statement,
      evidenceCritical: judged?.evidenceCritical ?? test.evidenceCritical,
      kind: judged?.kind ?? (test.alternatives === undefined ? 'requirement' : 'reading'),
      alternatives: (judged?.alternatives ?? test.alternatives ?? []).map(({ id, meaning }) => ({ id, meaning })),
      contested: contestedOf(judged),
      moment: test.moment,
      batch: test.batch,
      keptAs: plan?.keptAs[test.id] ?? null,
      duplicates: (mergedInto.get(test.id) ?? []).map(({ id }) => id),
    };
  });
  const others = [...kept.values()].filter(({ claims, added }) => claims !== null || added !== undefined);
  return [...written, ...others.map(ofNoBatch)];
}

/** An untried added test has no number. */
function ofNoBatch(test: JudgedTest): TestRecord {
  const { id, statement, evidenceCritical, kind, alternatives, added, tried } = test;
  const number = added?.round === null && tried === null ? null : test.number;
  return {
    ...{ id, number, statement, evidenceCritical, kind, alternatives, contested: contestedOf(test) },
    ...(added === undefined ? ({ origin: 'metric', moment: 'precompute' } as const) : ({ moment: 'judge' } as const)),
    ...{ batch: 0, keptAs: null, duplicates: [] },
  };
}

function contestedOf(test: JudgedTest | undefined): TestRecord['contested'] {
  if (!test?.tried) return null;
  const { by, decision, reason } = test.tried;
  return { by, decision, reason };
}
