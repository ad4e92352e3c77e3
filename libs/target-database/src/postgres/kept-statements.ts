import { randomBytes } from 'node:crypto';
import type { PipelineOutcome, PipelineStep } from './pipeline.js';
import type { TransactionStep } from './transaction.js';

/** SQLSTATE of a name that no prepared statement has. */
const NO_SUCH_STATEMENT = '26000';

/** SQLSTATE of a function that was revoked. */
const NOT_ALLOWED = '42501';

type Kept = NonNullable<TransactionStep['keptAs']>;

/** A step as it is sent: with the name that it is kept by, where it is. */
export type NamedStep = PipelineStep & Pick<TransactionStep, 'keptAs'>;

/**
 * The statements of ours that a session keeps prepared: what is sent with every statement is parsed and planned once.
 * Their names cannot be guessed, so that nobody who shares a pooler prepares another statement by one.
 */
export class KeptStatements {
  private readonly statements = new Map<Kept, { name: string; isPrepared: boolean }>();
  private keeps = true;

  /** False once the server has lost one, as a pooler lends another of its sessions for each transaction. */
  get isKeeping(): boolean {
    return this.keeps;
  }

  /** The steps with the names that they are kept by. */
  named(steps: readonly TransactionStep[]): NamedStep[] {
    return steps.map((step) =>
      this.keeps && step.keptAs !== undefined ? { ...step, ...this.statementOf(step.keptAs) } : step,
    );
  }

  /**
   * Learns from an outcome what the session has now. True where it lacked a statement, or may not run ours: from then on
   * none is kept, and the steps are to be made again.
   */
  isMissed(steps: readonly NamedStep[], { error }: PipelineOutcome): boolean {
    for (const [index, { keptAs, name, isPrepared }] of steps.entries()) {
      if (keptAs === undefined || name === undefined || isPrepared === true) continue;
      if (!error || index < error.step) this.statements.set(keptAs, { name, isPrepared: true });
      // sent, and not known to be there: a pooler may take the name for given
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
