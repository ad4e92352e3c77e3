import type { SqlToken } from '../lexer/token.js';
import { AssayError } from '@assay/contracts';
import type { GuardRefusal } from './guard-outcome.js';
import type { GuardRule } from './guard-rules.js';

export class GuardRefused extends AssayError {
  constructor(
    readonly rule: GuardRule,
    message: string,
    /** 0-based. */
    readonly offset?: number,
  ) {
    super('SQL_REFUSED', message);
  }

  toRefusal(): GuardRefusal {
    const refusal: GuardRefusal = { allowed: false, rule: this.rule, message: this.message };
    if (this.offset !== undefined && this.offset >= 0) refusal.position = this.offset + 1;
    return refusal;
  }
}

export function refuse(rule: GuardRule, message: string, token: SqlToken | undefined): never {
  throw new GuardRefused(rule, message, token?.start);
}
