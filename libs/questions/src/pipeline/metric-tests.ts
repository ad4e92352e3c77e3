import type { MetricTest, UsedDefinition } from '@assay/contracts';

/** The tests that the definitions of a question's metrics make. */
export function metricTests(definitions: readonly UsedDefinition[]): MetricTest[] {
  return definitions.flatMap(({ name, source, test }) =>
    test === undefined ? [] : [{ name, source, statement: test }],
  );
}
