import { ApiProblem, type AssayClient } from '@assay/client';
import { createHash } from 'node:crypto';

/** A key that was good is taken for good for this long, milliseconds. */
const TRUSTED_MS = 10_000;
/** Assay does not know the key, or has heard too many that it does not know from this address. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);
/** Keys remembered; beyond that all are forgotten. */
const MOST_KEYS = 1000;

/** Whether keys open Assay, asked of Assay itself. */
export class KeyCheck {
  private readonly good = new Map<string, number>();

  constructor(private readonly clientWith: (key: string | undefined) => AssayClient) {}

  /** False where Assay refuses the key. One that cannot be asked now is left to the tools, which say so. */
  async opens(key: string | undefined): Promise<boolean> {
    const hash = createHash('sha256')
      .update(key ?? '')
      .digest('base64');
    if ((this.good.get(hash) ?? 0) > Date.now()) return true;
    try {
      await this.clientWith(key).workspaces.list();
    } catch (error) {
      return !(error instanceof ApiProblem && REFUSALS.has(error.status));
    }
    if (this.good.size >= MOST_KEYS) this.good.clear();
    this.good.set(hash, Date.now() + TRUSTED_MS);
    return true;
  }
}
