import { Transform, type TransformCallback } from 'node:stream';

export class BudgetError extends Error {}

/** Shared limit for unpacked and converted bytes of a load. */
export class ByteBudget {
  private readonly most: number;
  private left: number;

  /** @param most total, for the message */
  constructor(most: number, left = most) {
    this.most = most;
    this.left = left;
  }

  take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new BudgetError(`it and the others take more than ${this.most / 1024 ** 2} MB unpacked`);
  }

  /** A function that gives back what is taken from now on. */
  mark(): () => void {
    const { left } = this;
    return () => {
      this.left = left;
    };
  }

  counter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done: TransformCallback) => {
        try {
          this.take(chunk.length);
        } catch (error) {
          done(error as Error);
          return;
        }
        done(null, chunk);
      },
    });
  }
}
