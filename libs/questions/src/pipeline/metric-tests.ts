import type { MetricTest, UsedDefinition } from '@assay/contracts';

export function metricTests(definitions: readonly UsedDefinition[]): MetricTest[] {
  return definitions.flatMap(({ name, source, test }) =>
    test === undefined ? [] : [{ name, source, statement: test }],
  );
}
