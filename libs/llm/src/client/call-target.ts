import type { ModelRequest } from './model-request.js';

const MAX_QUOTE = 300;

/** Names a call's model in records, which must reveal neither the endpoint's address nor the key. */
export class CallTarget {
  readonly model: string;
  private readonly apiKey: string;
  constructor(request: Pick<ModelRequest, 'model' | 'apiKey'>) {
    this.model = request.model;
    this.apiKey = request.apiKey;
  }

  get name(): string {
    return `model "${this.model}"`;
  }

  /** A response without the key, which some endpoints echo; keys below four characters stay. */
  withoutKey(raw: Uint8Array): Uint8Array {
    const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
    return this.apiKey === '' || !bytes.includes(this.apiKey) ? raw : Buffer.from(this.hide(bytes.toString()));
  }

  private hide(words: string): string {
    return this.apiKey.length < 4 ? words : words.replaceAll(this.apiKey, '…');
  }

  /** One line without the key, as in `withoutKey`. */
  quote(words: string): string {
    const line = this.hide(words).replace(/\s+/g, ' ').trim();
    return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
  }
}
