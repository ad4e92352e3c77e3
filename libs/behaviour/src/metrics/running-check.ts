import type { Cell } from '@assay/contracts';
import type { InstanceRow } from '../instances/instance.js';
import type { AskedOutcome } from '../results/answer.js';
import type { MetricCheck } from './metric-checks.js';

/** Relative, for differences by summation order and single precision. */
const TOLERANCE = 1e-6;

/** Division by zero without an error. */
const UNDEFINED = /^[+-]?(?:nan|inf(?:inity)?)$/i;

/** NULL equals 0; numbers within the tolerance. */
function sameValue(one: Cell, other: Cell): boolean {
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left === null || right === null) return JSON.stringify(one) === JSON.stringify(other);
  return Math.abs(left - right) <= TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
}

function isKnownValue(value: Cell): boolean {
  return numberOf(value) !== 0;
}

function numberOf(value: Cell): number | null {
  if (value === null || (typeof value === 'string' && UNDEFINED.test(value))) return 0;
  if (typeof value === 'boolean') return Number(value);
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value || NaN) : NaN;
  return Number.isFinite(number) ? number : null;
}

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
