import type { StatementLimits } from '@assay/contracts';

/** What a result may hold at most; counted while rows arrive, so that nothing beyond it is kept. */
export class RowCap {
  private readonly limits: Pick<StatementLimits, 'maxRows' | 'maxBytes'>;
  private toSkip: number;
  private rows = 0;
  private bytes = 0;
  private isReached = false;

  constructor(limits: Pick<StatementLimits, 'maxRows' | 'maxBytes'>, offset = 0) {
    this.limits = limits;
    this.toSkip = offset;
  }

  /** True once a row was turned away: more exist than the result holds. */
  get reached(): boolean {
    return this.isReached;
  }

  /** Whether the next row, of this size, belongs into the result; `skip` is a row of the offset. */
  admit(bytes: number): 'keep' | 'skip' | 'stop' {
    if (this.isReached) return 'stop';
    if (this.toSkip > 0) {
      this.toSkip -= 1;
      return 'skip';
    }
    if (this.rows >= this.limits.maxRows || this.bytes + bytes > this.limits.maxBytes) {
      this.isReached = true;
      return 'stop';
    }
    this.rows += 1;
    this.bytes += bytes;
    return 'keep';
  }
}
