import { testMetrics, type InstanceEngine, type MetricClaim, type SuiteInput } from '@assay/behaviour';
import type { AskedMetric, GuardAllowance, MetricVerdict, ProbeResult } from '@assay/contracts';
import { guardSql } from '@assay/sql';

export interface CheckedCandidates extends Pick<SuiteInput, 'schema' | 'profile' | 'seed' | 'texts'> {
  metrics: readonly AskedMetric[];
  guard: GuardAllowance;
}

const COMPUTES_IT = 'Wherever it was asked on generated data, it computes what the definition gives.';

export async function checkMetrics(
  { metrics, guard: allowance, ...input }: CheckedCandidates,
  engine: InstanceEngine,
  hasBudget: () => boolean,
): Promise<Pick<ProbeResult, 'metrics'>> {
  if (metrics.length === 0) return {};
  const { dialect } = input.schema;
  const guard = async (sql: string): Promise<string | null> => {
    const guarded = await guardSql(sql, dialect, { ...allowance, catalog: null });
    return guarded.allowed ? guarded.sql : null;
  };
  const claims = await testMetrics({ ...input, metrics, guard, hasBudget }, engine);
  return {
    metrics: metrics.map(({ name, source }, index) => ({
      name,
      source,
      verdicts: (claims[index] ?? []).flatMap(verdictOf),
    })),
  };
}

function verdictOf({ id: candidate, verdict, witness, piece }: MetricClaim): MetricVerdict[] {
  if (verdict === null) return [];
  if (verdict === 'PASS') return [{ candidate, verdict, reason: COMPUTES_IT }];
  const shown =
    witness === null
      ? ''
      : `: on a few rows that is ${textOfValue(witness.given)}, by the definition ${textOfValue(witness.defined)}`;
  const reason = `It computes ${piece ?? 'something else'} instead${shown}.`;
  return [{ candidate, verdict, reason, ...(witness !== null && { witness }) }];
}

function textOfValue(value: NonNullable<MetricClaim['witness']>['given']): string {
  return value === null ? 'no value' : JSON.stringify(value);
}
