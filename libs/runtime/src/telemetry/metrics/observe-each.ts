import type { Attributes, ObservableGauge } from '@opentelemetry/api';

/**
 * Observes values by name. Names that were there before get `gone`, because the SDK repeats values that are no longer
 * observed.
 */
export function observeEach(
  gauge: ObservableGauge,
  gone: number,
  labelsOf: (name: string) => Attributes,
  read: () => Promise<Iterable<readonly [name: string, value: number]>>,
): void {
  const seen = new Set<string>();
  gauge.addCallback(async (result) => {
    const values = new Map(await read());
    for (const name of values.keys()) seen.add(name);
    for (const name of seen) result.observe(values.get(name) ?? gone, labelsOf(name));
  });
}
