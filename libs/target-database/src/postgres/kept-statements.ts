import { randomBytes } from 'node:crypto';
import type { PipelineOutcome, PipelineStep } from './pipeline.js';
import type { TransactionStep } from './transaction.js';

const NO_SUCH_STATEMENT = '26000';

/** SQLSTATE of missing privileges. */
const NOT_ALLOWED = '42501';

type Kept = NonNullable<TransactionStep['keptAs']>;

export type NamedStep = PipelineStep & Pick<TransactionStep, 'keptAs'>;

/** Statements that are prepared once per session. Random names protect against other users of a pooler. */
export class KeptStatements {
  private readonly statements = new Map<Kept, { name: string; isPrepared: boolean }>();
  private keeps = true;

  /** False once a statement was missing: a pooler switches sessions between transactions. */
  get isKeeping(): boolean {
    return this.keeps;
  }

  named(steps: readonly TransactionStep[]): NamedStep[] {
    return steps.map((step) =>
      this.keeps && step.keptAs !== undefined ? { ...step, ...this.statementOf(step.keptAs) } : step,
    );
  }

  /** True if a statement was missing or forbidden: keep nothing and rebuild. */
  isMissed(steps: readonly NamedStep[], { error }: PipelineOutcome): boolean {
    for (const [index, { keptAs, name, isPrepared }] of steps.entries()) {
      if (keptAs === undefined || name === undefined || isPrepared === true) continue;
      if (!error || index < error.step) this.statements.set(keptAs, { name, isPrepared: true });
      // Unknown state: a pooler may already have the name.
      else this.statements.delete(keptAs);
    }
    const failed = error && steps[error.step];
    if (failed?.name === undefined) return false;
    const code = error?.cause.code;
    this.keeps &&= code !== NO_SUCH_STATEMENT && !(failed.keptAs === 'unlock' && code === NOT_ALLOWED);
    return !this.keeps;
  }

  private statementOf(kept: Kept): { name: string; isPrepared: boolean } {
    const known = this.statements.get(kept) ?? {
      name: `assay_${randomBytes(9).toString('hex')}_${kept}`,
      isPrepared: false,
    };
    this.statements.set(kept, known);
    return known;
  }
}
