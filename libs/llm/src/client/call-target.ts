import { type ModelRequest } from './model-request.js';

/** The longest part of an endpoint's own message that goes into ours, in characters. */
const MAX_QUOTE = 300;

/** How error messages name a call: model and host, never key, path or user. */
export class CallTarget {
  readonly host: string;
  readonly model: string;
  private readonly apiKey: string;
  constructor(request: Pick<ModelRequest, 'baseUrl' | 'model' | 'apiKey'>) {
    this.host = URL.canParse(request.baseUrl) ? new URL(request.baseUrl).host : 'the configured endpoint';
    this.model = request.model;
    this.apiKey = request.apiKey;
  }

  /** `model "m" at host:port`. */
  get name(): string {
    return `model "${this.model}" at ${this.host}`;
  }

  /** The endpoint's words made fit for a message: one line, short, without the key. */
  quote(words: string): string {
    const withoutKey = this.apiKey.length < 4 ? words : words.replaceAll(this.apiKey, '…');
    const line = withoutKey.replace(/\s+/g, ' ').trim();
    return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
  }
}
