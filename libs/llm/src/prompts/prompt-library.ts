import { PROMPT_NAMES, type PromptName } from '@assay/contracts';
import type { Liquid } from 'liquidjs';
import { parseAgent, type AgentTemplate } from './agent-template.js';
import { promptOf, type AgentVariables } from './agents/prompt-of.js';
import { assertNonce } from './fence.js';
import { readTemplates } from './read-templates.js';
import { parseTemplate, renderTemplate, type ParsedTemplate } from './parsed-template.js';
import { PartMemo, sharedPart } from './part-memo.js';
import { PromptTemplateError } from './prompt-error.js';
import type { PromptPart, RenderedPrompt } from './rendered-prompt.js';
import type { Scope } from './scopes.js';
import { createEngine, type TemplateSources } from './template-engine.js';
import { verifyTemplates } from './verify-templates.js';

const WORKSPACE = 'shared/workspace.md';
const MATERIAL = 'shared/material.md';

/** All prompts, parsed and verified once, rendered synchronously. */
export class PromptLibrary {
  private readonly memo = new PartMemo();

  private constructor(
    private readonly engine: Liquid,
    private readonly workspace: ParsedTemplate,
    private readonly material: ParsedTemplate,
    private readonly agents: ReadonlyMap<PromptName, AgentTemplate>,
  ) {}

  /**
   * @throws PromptTemplateError if a template is missing, invalid or incomplete, or prints sample data without a fence
   */
  static load(folder: string): PromptLibrary {
    return PromptLibrary.fromSources(readTemplates(folder));
  }

  static fromSources(sources: TemplateSources): PromptLibrary {
    const engine = createEngine(sources);
    const workspace = parseTemplate(engine, sources, WORKSPACE);
    const material = parseTemplate(engine, sources, MATERIAL);
    const opening = (agent: PromptName): string[] => (promptOf(agent).hasOpening ? [WORKSPACE, MATERIAL] : []);
    const agents = new Map(PROMPT_NAMES.map((agent) => [agent, parseAgent(engine, sources, agent, opening(agent))]));
    const library = new PromptLibrary(engine, workspace, material, agents);
    verifyTemplates({
      engine,
      workspace,
      material,
      agents,
      render: (agent, variables) => library.render(agent, variables),
    });
    return library;
  }

  /** @throws PromptVariablesError if variables are inconsistent (bad nonce, failed test without a number) */
  render<Name extends PromptName>(agent: Name, variables: AgentVariables[Name]): RenderedPrompt {
    const template = this.template(agent);
    assertNonce(variables.context.fence);
    assertNonce(variables.context.stableFence);
    const scope = buildScope(agent, variables);
    const opening = this.opening(agent, scope);
    const parts = [...opening, this.remembered(template.stage, scope), this.job(template.job, scope)];
    return {
      system: template.system,
      systemHash: template.systemHash,
      user: parts.map((part) => part.text).join(''),
      stable: opening[0]?.text.length ?? 0,
      parts,
      templateHash: template.hash,
    };
  }

  templateHash(agent: PromptName): string {
    return this.template(agent).hash;
  }

  private template(agent: PromptName): AgentTemplate {
    const template = this.agents.get(agent);
    if (template === undefined) throw new PromptTemplateError(agent, 'has no prompts');
    return template;
  }

  /** Most stable first, because providers cache prefixes. */
  private opening(agent: PromptName, scope: Scope): PromptPart[] {
    if (!promptOf(agent).hasOpening) return [];
    return [
      this.remembered(this.workspace, { ...scope, fence: scope['stableFence'] }),
      this.remembered(this.material, scope),
    ];
  }

  /** Must fence all data: unfenced text is shared between questions. */
  private job(template: ParsedTemplate, scope: Scope): PromptPart {
    const text = renderTemplate(this.engine, template, scope);
    return text.includes(String(scope['fence'])) ? { text, hash: null } : sharedPart(text);
  }

  private remembered(template: ParsedTemplate, scope: Scope): ReturnType<typeof sharedPart> {
    const values = ['fence', ...template.names].map((name) => keyOf(scope[name]));
    return this.memo.get(template.path, values, () => renderTemplate(this.engine, template, scope));
  }
}

/** Cached keys of values that repeat in a question's prompts. */
const keys = new WeakMap<object, string>();
/** Prefix of non-text values; storable text cannot contain it. */
const NO_TEXT = '\0';

/**
 * A unique key of a value. Texts are their own key, because the engine keeps a string's hash. Objects must not change.
 */
function keyOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return NO_TEXT + JSON.stringify(value);
  const known = keys.get(value);
  if (known !== undefined) return known;
  const key = NO_TEXT + JSON.stringify(value);
  keys.set(value, key);
  return key;
}

function buildScope<Name extends PromptName>(agent: Name, variables: AgentVariables[Name]): Scope {
  const schema = 'schema' in variables ? { schema: variables.schema } : {};
  return { ...variables.context, ...schema, ...promptOf(agent).scope(variables) };
}
