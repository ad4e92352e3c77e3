import { ApiProblem, type AssayClient } from '@assay/client';
import { createHash } from 'node:crypto';

const TRUSTED_MS = 10_000;
/** Unknown or forbidden key, or too many requests. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);
const MOST_KEYS = 1000;

export interface Refusal {
  status: number;
  message: string;
  retryAfterMs: number | null;
}

export class KeyCheck {
  private readonly good = new Map<string, number>();

  constructor(private readonly clientWith: (key: string | undefined) => AssayClient) {}

  /** Null: admitted, or Assay is unreachable, which the tools report. */
  async refusalOf(key: string | undefined): Promise<Refusal | null> {
    const hash = createHash('sha256')
      .update(key ?? '')
      .digest('base64');
    if ((this.good.get(hash) ?? 0) > Date.now()) return null;
    try {
      await this.clientWith(key).workspaces.list();
    } catch (error) {
      return error instanceof ApiProblem && REFUSALS.has(error.status) ? error : null;
    }
    if (this.good.size >= MOST_KEYS) this.good.clear();
    this.good.set(hash, Date.now() + TRUSTED_MS);
    return null;
  }
}
