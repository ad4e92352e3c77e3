import { PromptTemplateError } from './prompt-error.js';
import type { TemplateSources } from './template-engine.js';

const INCLUDE = /\{%-?\s*include\s+'([^']+)'/g;

export function sourceOf(sources: TemplateSources, path: string): string {
  const text = sources.get(path);
  if (text === undefined) throw new PromptTemplateError(path, 'is missing');
  return text;
}

export function filesOf(sources: TemplateSources, paths: readonly string[]): [string, string][] {
  const seen = new Set<string>();
  const queue = [...paths];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const match of sourceOf(sources, path).matchAll(INCLUDE)) if (match[1]) queue.push(match[1]);
  }
  return [...seen].sort().map((path) => [path, sourceOf(sources, path)]);
}
