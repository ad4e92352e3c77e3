import { neutralise, PromptTemplateError } from '@assay/llm/prompts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const VARIABLE = /\[\[(\w+)\]\]/g;

/** A prompt with `[[variables]]`. */
export class Template<Names extends string> {
  private constructor(private readonly text: string) {}

  static read<Names extends string>(url: URL, names: readonly Names[]): Template<Names> {
    const path = url.pathname.split('/').slice(-2).join('/');
    const text = readText(url, path);
    const used = new Set(Array.from(text.matchAll(VARIABLE), ([, name]) => name));
    const wrong = names.find((name) => !used.has(name)) ?? [...used].find((name) => !names.includes(name as Names));
    if (wrong === undefined) return new Template<Names>(text);
    const variable = String(wrong);
    throw new PromptTemplateError(path, `uses ${[...used].join(', ')}; it gets ${names.join(', ')}`, { variable });
  }

  /** One pass: values are never expanded. */
  render(values: Record<Names, string>): string {
    return this.text.replace(VARIABLE, (_whole, name: Names) => values[name]);
  }

  static hash(templates: readonly Template<string>[]): string {
    return createHash('sha256')
      .update(JSON.stringify(templates.map(({ text }) => text)))
      .digest('hex');
  }
}

function readText(url: URL, path: string): string {
  try {
    return readFileSync(url, 'utf8').replaceAll('\r\n', '\n').replace(/\n$/, '');
  } catch (error) {
    throw new PromptTemplateError(path, 'cannot be read', { cause: error });
  }
}

/** Neutralizes fences, chunk markers and placeholders. */
export function harmless(text: string): string {
  return neutralise(text).replaceAll('{{', '{ {');
}
