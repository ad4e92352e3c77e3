import { neutralise, PromptTemplateError } from '@assay/prompts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const VARIABLE = /\[\[(\w+)\]\]/g;

/** A prompt's text with `[[variables]]`. */
export class Template<Names extends string> {
  private constructor(private readonly text: string) {}

  /**
   * Reads a template.
   * @throws PromptTemplateError where the file is missing, or does not use exactly these variables
   */
  static read<Names extends string>(url: URL, names: readonly Names[]): Template<Names> {
    const path = url.pathname.split('/').slice(-2).join('/');
    const text = readText(url, path);
    const used = new Set(Array.from(text.matchAll(VARIABLE), ([, name]) => name));
    const wrong = names.find((name) => !used.has(name)) ?? [...used].find((name) => !names.includes(name as Names));
    if (wrong === undefined) return new Template<Names>(text);
    const variable = String(wrong);
    throw new PromptTemplateError(path, `uses ${[...used].join(', ')}; it gets ${names.join(', ')}`, { variable });
  }

  /** One pass: a value that looks like a variable is not replaced. */
  render(values: Record<Names, string>): string {
    return this.text.replace(VARIABLE, (_whole, name: Names) => values[name]);
  }

  /** SHA-256 over several templates. */
  static hash(templates: readonly Template<string>[]): string {
    return createHash('sha256')
      .update(JSON.stringify(templates.map(({ text }) => text)))
      .digest('hex');
  }
}

/** The text without its last line break, which a file has and a piece of a prompt has not. */
function readText(url: URL, path: string): string {
  try {
    return readFileSync(url, 'utf8').replaceAll('\r\n', '\n').replace(/\n$/, '');
  } catch (error) {
    throw new PromptTemplateError(path, 'cannot be read', { cause: error });
  }
}

/**
 * A text from outside as it may stand in a prompt: nothing in it passes for a fence of ours, for a chunk's marker or for
 * the placeholder of a tool's result. Its words stay what they are.
 */
export function harmless(text: string): string {
  return neutralise(text).replaceAll('{{', '{ {');
}

/** Puts a story between fences that nobody can close who does not know the nonce. */
export function fencedStory(nonce: string, story: string): string {
  return `<data-${nonce} kind="story">\n${story}\n</data-${nonce}>`;
}
