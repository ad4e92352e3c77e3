import { sha256 } from './hash.js';
import type { PromptPart } from './rendered-prompt.js';

/** Values and texts together, in characters: those of a hundred questions of usual size. */
const CAPACITY = 4_000_000;

/**
 * The shared parts rendered lately, by everything that they were rendered from. Most prompts of a question open with
 * the same parts, and rendering and hashing them again would cost more than all else.
 */
export class PartMemo {
  private readonly parts = new Map<string, ReturnType<typeof sharedPart>>();
  /** Each value that parts were rendered from has a number, so that long ones need not be put together to a key. */
  private readonly numbers = new Map<string, number>();
  private lastNumber = 0;
  private size = 0;

  /** The part of a template for these values: the one remembered, else what `render` gives, remembered from now on. */
  get(template: string, values: readonly string[], render: () => string): ReturnType<typeof sharedPart> {
    this.makeRoom();
    const key = `${template} ${values.map((value) => this.numberOf(value)).join(' ')}`;
    const known = this.parts.get(key);
    if (known !== undefined) return known;
    const part = sharedPart(render());
    this.parts.set(key, part);
    this.size += part.text.length;
    return part;
  }

  private numberOf(value: string): number {
    const known = this.numbers.get(value);
    if (known !== undefined) return known;
    this.lastNumber += 1;
    this.numbers.set(value, this.lastNumber);
    this.size += value.length;
    return this.lastNumber;
  }

  /** Starts over when there is no more room. Numbers go on, so that no key comes to mean something else. */
  private makeRoom(): void {
    if (this.size <= CAPACITY) return;
    this.parts.clear();
    this.numbers.clear();
    this.size = 0;
  }
}

/** A part that may stand in several prompts. */
export function sharedPart(text: string): PromptPart & { hash: string } {
  return { text, hash: sha256(text) };
}
