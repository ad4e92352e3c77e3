import type { StatementLimits } from '@assay/contracts';

export class RowCap {
  private toSkip: number;
  private rows = 0;
  private bytes = 0;
  private isReached = false;

  constructor(
    private readonly limits: Pick<StatementLimits, 'maxRows' | 'maxBytes'>,
    offset = 0,
  ) {
    this.toSkip = offset;
  }

  get reached(): boolean {
    return this.isReached;
  }

  /** `skip` drops a row of the offset. */
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
