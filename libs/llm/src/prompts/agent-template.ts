import type { PromptName } from '@assay/contracts';
import type { Liquid } from 'liquidjs';
import { sha256 } from './hash.js';
import { parseTemplate, renderTemplate, type ParsedTemplate } from './parsed-template.js';
import { PromptTemplateError } from './prompt-error.js';
import type { TemplateSources } from './template-engine.js';
import { filesOf, sourceOf } from './template-files.js';

/** Separates the stage's part of `user.md` from the job's. */
const JOB_LINE = /^=== this job ===\n/m;

export interface AgentTemplate {
  /** Rendered once; has no variables. */
  system: string;
  systemHash: string;
  stage: ParsedTemplate;
  job: ParsedTemplate;
  hash: string;
}

/** Parses the files of an agent; `opening`: shared templates at the start of its user prompt. */
export function parseAgent(
  engine: Liquid,
  sources: TemplateSources,
  agent: PromptName,
  opening: readonly string[],
): AgentTemplate {
  const systemPath = `${agent}/system.md`;
  const userPath = `${agent}/user.md`;
  const system = renderTemplate(engine, parseTemplate(engine, sources, systemPath), {}).trim();
  const [stage, job, ...more] = sourceOf(sources, userPath).split(JOB_LINE);
  if (stage === undefined || job === undefined || more.length > 0) {
    throw new PromptTemplateError(userPath, 'must have the line "=== this job ===" exactly once');
  }
  return {
    system,
    systemHash: sha256(system),
    stage: parseTemplate(engine, sources, userPath, stage),
    job: parseTemplate(engine, sources, userPath, job),
    hash: sha256(JSON.stringify(filesOf(sources, [systemPath, userPath, ...opening]))),
  };
}
