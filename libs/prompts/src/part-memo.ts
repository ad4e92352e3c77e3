import { sha256 } from './hash.js';
import type { PromptPart } from './rendered-prompt.js';

/** Keys and texts together, in characters: some hundred parts of usual size. */
const CAPACITY = 8_000_000;

/**
 * The shared parts rendered lately, by everything that they were rendered from. Most prompts of a question open with
 * the same parts, and rendering and hashing them anew would cost more than all else.
 */
export class PartMemo {
  private readonly parts = new Map<string, PromptPart>();
  private size = 0;

  /** The part of this key: the one remembered, else what `render` gives, remembered from now on. */
  get(key: string, render: () => string): PromptPart {
    const known = this.parts.get(key);
    if (known !== undefined) {
      this.parts.delete(key);
      this.parts.set(key, known);
      return known;
    }
    const text = render();
    const part: PromptPart = { text, shared: true, hash: sha256(text) };
    this.parts.set(key, part);
    this.size += key.length + text.length;
    this.forgetOldest();
    return part;
  }

  private forgetOldest(): void {
    for (const [key, part] of this.parts) {
      if (this.size <= CAPACITY || this.parts.size === 1) return;
      this.parts.delete(key);
      this.size -= key.length + part.text.length;
    }
  }
}
