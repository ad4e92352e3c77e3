import type { Cell } from '@assay/contracts';
import type { InstanceRow } from '../instances/instance.js';
import type { AskedOutcome } from '../results/answer.js';
import { isKnownValue, sameValue } from './compare-values.js';
import type { MetricCheck } from './metric-checks.js';

const LEAST_AGREED = 3;

export class RunningCheck {
  readonly open: Set<number>;
  agreed = 0;
  failingInstance: InstanceRow[][] | null = null;
  private isRepeated = false;
  private doubted: RunningCheck | null = null;

  /** @param sql guarded */
  constructor(
    readonly check: MetricCheck,
    public sql = '',
  ) {
    this.open = new Set(Array.from({ length: check.forms }, (_, form) => form));
  }

  get isMissed(): boolean {
    return this.open.size === 0 || this.isRepeated;
  }

  get isMet(): boolean {
    return !this.isMissed && this.agreed >= LEAST_AGREED && this.doubted?.isMissed !== true;
  }

  /** Irregular rows: a mismatch prevents PASS, but is no FAIL. */
  doubt(outcome: AskedOutcome | undefined): void {
    this.doubted ??= new RunningCheck(this.check, this.sql);
    for (const form of [...this.doubted.open]) if (!this.open.has(form)) this.doubted.open.delete(form);
    this.doubted.compare(outcome);
  }

  /** @returns the first mismatch once no form fits any more, else null */
  compare(outcome: AskedOutcome | undefined): { given: Cell; defined: Cell } | null {
    if (outcome?.kind !== 'rows') return null;
    let missed: { given: Cell; defined: Cell } | null = null;
    for (const row of outcome.result.rows) {
      const { forms, readsRepeats } = this.check;
      const values = row.slice(-(1 + forms + (readsRepeats ? 2 : 0)));
      const [given = null] = values;
      for (const form of [...this.open]) {
        const defined = values[1 + form] ?? null;
        if (sameValue(given, defined)) continue;
        this.open.delete(form);
        missed ??= { given, defined };
      }
      if (this.open.size > 0 && isKnownValue(given)) this.agreed += 1;
      const [keys = null, distinct = null] = readsRepeats ? values.slice(-2) : [];
      if (!sameValue(keys, distinct)) {
        this.isRepeated = true;
        missed ??= { given: keys, defined: distinct };
      }
    }
    return this.isMissed ? missed : null;
  }
}
