import { createHash } from 'node:crypto';
import type { Agent } from '@assay/contracts';
import type { Liquid, Template } from 'liquidjs';
import { PromptTemplateError } from './prompt-error.js';
import type { TemplateSources } from './template-engine.js';
import type { Scope } from './scopes.js';

/** The line of `user.md` that parts what a stage shares from what one job adds. */
const JOB_LINE = /^=== this job ===\n/m;
const INCLUDE = /\{%-?\s*include\s+'([^']+)'/g;

/** A parsed template that knows where it comes from. */
export interface ParsedTemplate {
  path: string;
  templates: Template[];
  /** The variables that it, and what it includes, takes from outside. */
  names: readonly string[];
}

/** The templates of one agent. */
export interface AgentTemplate {
  /** Rendered once: a system prompt has no variables. */
  system: string;
  systemHash: string;
  stage: ParsedTemplate;
  job: ParsedTemplate;
  /** SHA-256 over every file that takes part in the agent's prompts. */
  hash: string;
}

/** SHA-256 in hex: the address of a block. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Parses one template; errors of the engine become errors that name the template. */
export function parseTemplate(engine: Liquid, path: string, source: string): ParsedTemplate {
  return guarded(path, () => {
    const templates = engine.parse(source, path);
    return { path, templates, names: engine.globalVariablesSync(templates) };
  });
}

export function renderTemplate(engine: Liquid, template: ParsedTemplate, scope: Scope): string {
  return guarded(template.path, () => engine.renderSync(template.templates, scope) as string);
}

/** Parses the files of one agent; `extra` are the shared templates that open its user prompt. */
export function parseAgent(
  engine: Liquid,
  sources: TemplateSources,
  agent: Agent,
  extra: readonly string[],
): AgentTemplate {
  const systemPath = `${agent}/system.md`;
  const userPath = `${agent}/user.md`;
  const system = renderTemplate(engine, parseTemplate(engine, systemPath, sourceOf(sources, systemPath)), {}).trim();
  const halves = sourceOf(sources, userPath).split(JOB_LINE);
  const [stage, job] = halves;
  if (stage === undefined || job === undefined || halves.length !== 2) {
    throw new PromptTemplateError(userPath, 'must have the line "=== this job ===" exactly once');
  }
  return {
    system,
    systemHash: sha256(system),
    stage: parseTemplate(engine, userPath, stage),
    job: parseTemplate(engine, userPath, job),
    hash: sha256(JSON.stringify(filesOf(sources, [systemPath, userPath, ...extra]))),
  };
}

export function sourceOf(sources: TemplateSources, path: string): string {
  const text = sources.get(path);
  if (text === undefined) throw new PromptTemplateError(path, 'is missing');
  return text;
}

/** The files and all that they include, with their texts. */
function filesOf(sources: TemplateSources, paths: readonly string[]): [string, string][] {
  const seen = new Set<string>();
  const queue = [...paths];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const match of sourceOf(sources, path).matchAll(INCLUDE)) if (match[1]) queue.push(match[1]);
  }
  return [...seen].sort().map((path) => [path, sourceOf(sources, path)]);
}

interface EngineError extends Error {
  token?: { file?: string };
  originalError?: Error & { variableName?: string };
}

function guarded<Result>(path: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof PromptTemplateError || !(error instanceof Error)) throw error;
    const engineError = error as EngineError;
    const variable = engineError.originalError?.variableName ?? null;
    throw new PromptTemplateError(engineError.token?.file ?? path, firstLine(engineError), { variable, cause: error });
  }
}

function firstLine(error: Error): string {
  return error.message.split('\n')[0] ?? error.message;
}
