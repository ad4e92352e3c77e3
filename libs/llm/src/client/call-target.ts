import { type ModelRequest } from './model-request.js';

/** The longest part of an endpoint's own message that goes into ours, in characters. */
const MAX_QUOTE = 300;

/** How error messages name a call: by its model. Readers of a record must see neither the endpoint nor the key. */
export class CallTarget {
  readonly model: string;
  private readonly apiKey: string;
  constructor(request: Pick<ModelRequest, 'model' | 'apiKey'>) {
    this.model = request.model;
    this.apiKey = request.apiKey;
  }

  /** `model "m"`. */
  get name(): string {
    return `model "${this.model}"`;
  }

  /** The endpoint's words made fit for a message: one line, short, without the key. */
  quote(words: string): string {
    const withoutKey = this.apiKey.length < 4 ? words : words.replaceAll(this.apiKey, '…');
    const line = withoutKey.replace(/\s+/g, ' ').trim();
    return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
  }
}
