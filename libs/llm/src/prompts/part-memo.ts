import { sha256 } from './hash.js';
import type { PromptPart } from './rendered-prompt.js';

const CAPACITY = 4_000_000;

/** Cache of rendered shared parts, keyed by all their inputs: prompts of a question repeat them. */
export class PartMemo {
  private readonly parts = new Map<string, ReturnType<typeof sharedPart>>();
  /** Values are numbered to keep keys short. */
  private readonly numbers = new Map<string, number>();
  private lastNumber = 0;
  private size = 0;

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

  /** Clears the cache. Numbers continue, so keys stay unique. */
  private makeRoom(): void {
    if (this.size <= CAPACITY) return;
    this.parts.clear();
    this.numbers.clear();
    this.size = 0;
  }
}

export function sharedPart(text: string): PromptPart & { hash: string } {
  return { text, hash: sha256(text) };
}
