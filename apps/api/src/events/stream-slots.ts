import { RequestProblem } from '@assay/contracts';

const RETRY_SECONDS = 5;

export class StreamSlots {
  private readonly open = new Map<string, number>();

  /** @param most per client */
  constructor(private readonly most: number | null) {}

  /** Takes a slot and returns an idempotent release function. */
  take(client: string): () => void {
    const held = this.open.get(client) ?? 0;
    if (this.most !== null && held >= this.most) {
      const message = `This key may follow ${this.most} questions at once; try again when another stream has ended.`;
      throw new RequestProblem(429, 'TOO_MANY_STREAMS', message, { retryAfterSeconds: RETRY_SECONDS });
    }
    this.open.set(client, held + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const left = (this.open.get(client) ?? 1) - 1;
      if (left > 0) this.open.set(client, left);
      else this.open.delete(client);
    };
  }
}
