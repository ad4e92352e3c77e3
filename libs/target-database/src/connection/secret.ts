import { inspect } from 'node:util';

const MASK = '[secret]';

/** A text that logs, errors and JSON mask; only `reveal()` returns it. */
export class Secret {
  constructor(private readonly text: string) {}

  reveal(): string {
    return this.text;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
