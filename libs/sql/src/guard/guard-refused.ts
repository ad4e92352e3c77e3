import { AssayError } from '@assay/contracts';
import type { GuardRefusal } from './guard-outcome.js';
import type { GuardRule } from './guard-rules.js';

/** Thrown inside the guard by the first rule that a text breaks; `guardSql` turns it into a refusal. */
export class GuardRefused extends AssayError {
  constructor(
    readonly rule: GuardRule,
    message: string,
    /** 0-based offset into the text under check. */
    readonly offset?: number,
  ) {
    super('SQL_REFUSED', message);
  }

  /** The refusal as it is reported, with a 1-based position. */
  toRefusal(): GuardRefusal {
    const refusal: GuardRefusal = { allowed: false, rule: this.rule, message: this.message };
    if (this.offset !== undefined && this.offset >= 0) refusal.position = this.offset + 1;
    return refusal;
  }
}
