import { type ModelRequest } from './model-request.js';

const MAX_QUOTE = 300;

/** Records must not reveal endpoint or key. */
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

  /** One line, without the key. */
  quote(words: string): string {
    const withoutKey = this.apiKey.length < 4 ? words : words.replaceAll(this.apiKey, '…');
    const line = withoutKey.replace(/\s+/g, ' ').trim();
    return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
  }
}
