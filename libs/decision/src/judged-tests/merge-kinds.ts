import type { NumberedTest } from '@assay/contracts';

type Kinds = Pick<NumberedTest, 'alternatives' | 'openTo' | 'evidenceCritical'>;

/** A requirement wins and keeps the reading test's alternatives (`openTo`), unless evidence-critical. */
export function mergeKinds<Test extends Kinds>(kept: Test, merged: readonly Kinds[]): Test {
  const all = [kept, ...merged];
  if (all.every(({ alternatives }) => alternatives !== undefined)) return kept;
  const { alternatives: _, openTo: __, ...requirement } = kept;
  const open = all.map(({ alternatives, openTo }) => alternatives ?? openTo).find((each) => each !== undefined);
  return (open === undefined || kept.evidenceCritical ? requirement : { ...requirement, openTo: open }) as Test;
}
