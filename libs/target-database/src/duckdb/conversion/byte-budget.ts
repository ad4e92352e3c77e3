import { Transform, type TransformCallback } from 'node:stream';

/** What is made of the files of one load would take more than it may. */
export class BudgetError extends Error {}

/** The bytes that all files of one load may take together once they are unpacked or converted. */
export class ByteBudget {
  private readonly most: number;
  private left: number;

  /** @param most of the whole load, for the message; @param left of them */
  constructor(most: number, left = most) {
    this.most = most;
    this.left = left;
  }

  /** @throws BudgetError where fewer are left */
  take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new BudgetError(`it and the others take more than ${this.most / 1024 ** 2} MB unpacked`);
  }

  /** Passes on what it counts, and fails where it is too much. */
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
