import type { Liquid, Template } from 'liquidjs';
import { PromptTemplateError } from './prompt-error.js';
import type { Scope } from './scopes.js';
import type { TemplateSources } from './template-engine.js';
import { filesOf, sourceOf } from './template-files.js';

/** A template that can be rendered, and that knows where it comes from. */
export interface ParsedTemplate {
  path: string;
  templates: Template[];
  /** The variables that it, and what it includes, takes from outside. */
  names: readonly string[];
  /** The files that it is made of, with their texts. */
  files: readonly [string, string][];
}

/**
 * Parses one template, or the given part of it.
 * @throws PromptTemplateError that names the template.
 */
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

/** @throws PromptTemplateError that names the template and the variable. */
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
    // The engine does not say which included file an undefined variable stands in.
    const where = token?.file ?? files.find(([, text]) => variable !== null && mentions(text, variable))?.[0] ?? path;
    throw new PromptTemplateError(where, message.split('\n')[0] ?? message, { variable, cause: error });
  }
}

/** Whether a tag or an output of the template names the variable. */
function mentions(text: string, variable: string): boolean {
  return [...text.matchAll(/\{[{%].*?[%}]\}/g)].some(([expression]) => expression.includes(variable));
}
