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

const BACKGROUND = 'shared/background.md';
const SCHEMA = 'shared/schema.md';

/** All prompts, parsed and verified once, rendered synchronously. */
export class PromptLibrary {
  private readonly memo = new PartMemo();

  private constructor(
    private readonly engine: Liquid,
    private readonly background: ParsedTemplate,
    private readonly schema: ParsedTemplate,
    private readonly agents: ReadonlyMap<PromptName, AgentTemplate>,
  ) {}

  /**
   * Reads the prompts folder.
   * @throws PromptTemplateError if a template is missing or invalid, uses an unknown variable, prints data without a
   * fence, or lacks a required section
   */
  static load(folder: string): PromptLibrary {
    return PromptLibrary.fromSources(readTemplates(folder));
  }

  /** Like `load`, from memory. */
  static fromSources(sources: TemplateSources): PromptLibrary {
    const engine = createEngine(sources);
    const background = parseTemplate(engine, sources, BACKGROUND);
    const schema = parseTemplate(engine, sources, SCHEMA);
    const opening = (agent: PromptName): string[] => (promptOf(agent).opening === 'none' ? [] : [BACKGROUND, SCHEMA]);
    const agents = new Map(PROMPT_NAMES.map((agent) => [agent, parseAgent(engine, sources, agent, opening(agent))]));
    const library = new PromptLibrary(engine, background, schema, agents);
    verifyTemplates({
      engine,
      background,
      schema,
      agents,
      render: (agent, variables) => library.render(agent, variables),
    });
    return library;
  }

  /**
   * Renders the prompt of a job.
   * @throws PromptVariablesError if variables are inconsistent (bad nonce, failed test without a number)
   */
  render<Name extends PromptName>(agent: Name, variables: AgentVariables[Name]): RenderedPrompt {
    const template = this.template(agent);
    assertNonce(variables.context.fence);
    const scope = buildScope(agent, variables);
    const parts = [
      ...this.opening(agent, scope),
      this.remembered(template.stage, scope),
      this.job(template.job, scope),
    ];
    return {
      system: template.system,
      systemHash: template.systemHash,
      user: parts.map((part) => part.text).join(''),
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

  /** The parts that depend on the workspace. */
  private opening(agent: PromptName, scope: Scope): PromptPart[] {
    const { opening } = promptOf(agent);
    if (opening === 'none') return [];
    // a shuffled schema is rendered once: not cached
    const schema =
      opening === 'shuffled'
        ? sharedPart(renderTemplate(this.engine, this.schema, scope))
        : this.remembered(this.schema, scope);
    return [this.remembered(this.background, scope), schema];
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

/** A unique key of a value. Texts are their own key: long, but hashed already. */
function keyOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return NO_TEXT + JSON.stringify(value);
  const known = keys.get(value);
  if (known !== undefined) return known;
  const key = NO_TEXT + JSON.stringify(value);
  keys.set(value, key);
  return key;
}

/** Context and variables for the agent's part of the user prompt. */
function buildScope<Name extends PromptName>(agent: Name, variables: AgentVariables[Name]): Scope {
  const schema = 'schema' in variables ? { schema: variables.schema } : {};
  return { ...variables.context, ...schema, ...promptOf(agent).scope(variables) };
}
