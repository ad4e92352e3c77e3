import type { Liquid, Template } from 'liquidjs';
import { PromptTemplateError } from './prompt-error.js';
import type { Scope } from './scopes.js';
import type { TemplateSources } from './template-engine.js';
import { filesOf, sourceOf } from './template-files.js';

export interface ParsedTemplate {
  path: string;
  templates: Template[];
  /** Outside variables of it and its includes. */
  names: readonly string[];
  /** Path and text of its files. */
  files: readonly [string, string][];
}

/** @throws PromptTemplateError with the template's name */
export function parseTemplate(
  engine: Liquid,
  sources: TemplateSources,
  path: string,
  text: string = sourceOf(sources, path),
): ParsedTemplate {
  const files = filesOf(sources, [path]);
  return naming({ path, files }, () => {
    const templates = engine.parse(text, path);
    return { path, templates, files, names: engine.globalVariablesSync(templates) };
  });
}

/** @throws PromptTemplateError with the template and the variable */
export function renderTemplate(engine: Liquid, template: ParsedTemplate, scope: Scope): string {
  return naming(template, () => engine.renderSync(template.templates, scope) as string);
}

interface EngineError extends Error {
  token?: { file?: string };
  originalError?: Error & { variableName?: string };
}

function naming<Result>({ path, files }: Pick<ParsedTemplate, 'path' | 'files'>, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { token, originalError, message } = error as EngineError;
    const variable = originalError?.variableName ?? null;
    // The engine does not report which included file uses an undefined variable.
    const where = token?.file ?? files.find(([, text]) => variable !== null && mentions(text, variable))?.[0] ?? path;
    throw new PromptTemplateError(where, message.split('\n')[0] ?? message, { variable, cause: error });
  }
}

function mentions(text: string, variable: string): boolean {
  return [...text.matchAll(/\{[{%].*?[%}]\}/g)].some(([expression]) => expression.includes(variable));
}
