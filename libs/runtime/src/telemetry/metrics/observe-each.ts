import type { Attributes, ObservableGauge } from '@opentelemetry/api';

/**
 * Names that vanished get `gone`, because the SDK repeats values that are no longer observed. Null (unreadable) keeps
 * the last values.
 */
export function observeEach<Labels extends Attributes>(
  gauge: ObservableGauge<Labels>,
  gone: number,
  labelsOf: (name: string) => Labels,
  read: () => Promise<Iterable<readonly [name: string, value: number]> | null>,
): void {
  const seen = new Set<string>();
  gauge.addCallback(async (result) => {
    const found = await read();
    if (found === null) return;
    const values = new Map(found);
    for (const name of values.keys()) seen.add(name);
    for (const name of seen) result.observe(values.get(name) ?? gone, labelsOf(name));
  });
}
