import { answerContracts, contractOfPrompt, PROMPT_NAMES, type PromptName } from '@assay/contracts';
import type { Liquid } from 'liquidjs';
import type { AgentTemplate } from './agent-template.js';
import { promptOf, type AgentVariables } from './agents/prompt-of.js';
import { EVERY_SYSTEM } from './agents/required-phrases.js';
import { exampleAnswer } from './example-answer.js';
import { outsideFences } from './fence.js';
import type { ParsedTemplate } from './parsed-template.js';
import { PromptTemplateError } from './prompt-error.js';
import type { RenderedPrompt } from './rendered-prompt.js';
import { SAMPLE_FENCE, SAMPLE_STABLE_FENCE, markedNames } from './sample-variables.js';
import { CONTEXT_NAMES, WORKSPACE_NAMES } from './scopes.js';

export interface LoadedTemplates {
  engine: Liquid;
  workspace: ParsedTemplate;
  material: ParsedTemplate;
  agents: ReadonlyMap<PromptName, AgentTemplate>;
  render: <Name extends PromptName>(agent: Name, variables: AgentVariables[Name]) => RenderedPrompt;
}

/** @throws PromptTemplateError at the first fault */
export function verifyTemplates(loaded: LoadedTemplates): void {
  const { engine } = loaded;
  verifyNames(engine, loaded.workspace, WORKSPACE_NAMES);
  verifyNames(engine, loaded.material, CONTEXT_NAMES);
  for (const agent of PROMPT_NAMES) {
    const template = loaded.agents.get(agent);
    if (template === undefined) continue;
    const { stage, job } = promptOf(agent).names;
    verifyNames(engine, template.stage, [...CONTEXT_NAMES, ...stage]);
    verifyNames(engine, template.job, [...CONTEXT_NAMES, ...stage, ...job]);
    verifySamples(agent, loaded.render);
    verifyAnswerShape(agent, template.system);
  }
}

/** Static: covers branches without a sample. */
function verifyNames(engine: Liquid, { path, templates }: ParsedTemplate, known: readonly string[]): void {
  const { globals } = engine.analyzeSync(templates);
  for (const [name, uses] of Object.entries(globals)) {
    if (known.includes(name)) continue;
    const use = uses[0];
    const where = use?.location.file ?? path;
    throw new PromptTemplateError(where, `uses the variable "${name}", which ${path} does not have`, {
      variable: name,
    });
  }
}

function verifySamples<Name extends PromptName>(agent: Name, render: LoadedTemplates['render']): void {
  const prompts = promptOf(agent).samples.map((variables) => render(agent, variables));
  for (const prompt of prompts) {
    const unfenced = outsideFences(outsideFences(prompt.user, SAMPLE_FENCE), SAMPLE_STABLE_FENCE);
    const [leaked] = markedNames(unfenced);
    if (leaked === undefined) continue;
    throw new PromptTemplateError(`${agent}/user.md`, `prints "${leaked}" outside of a {% data %} fence`, {
      variable: leaked,
    });
  }
  const full = prompts[0];
  if (full !== undefined) verifyRequired(agent, full);
}

function verifyRequired(agent: PromptName, { system, user }: RenderedPrompt): void {
  const { required } = promptOf(agent);
  const printed = markedNames(user);
  for (const value of required.values) {
    if (printed.has(value)) continue;
    throw new PromptTemplateError(`${agent}/user.md`, `does not print "${value}"`, { variable: value });
  }
  for (const phrase of required.user) requirePhrase(`${agent}/user.md`, user, phrase);
  for (const phrase of [...EVERY_SYSTEM, ...required.system]) requirePhrase(`${agent}/system.md`, system, phrase);
}

function requirePhrase(path: string, text: string, phrase: string): void {
  if (!text.includes(phrase)) throw new PromptTemplateError(path, `must hold "${phrase}"`);
}

function verifyAnswerShape(agent: PromptName, system: string): void {
  const path = `${agent}/system.md`;
  const example = exampleAnswer(system);
  if (example === null) throw new PromptTemplateError(path, 'has no example of an answer as a json block');
  const outcome = answerContracts[contractOfPrompt[agent]].safeParse(parseJson(path, example));
  if (!outcome.success) {
    const message = outcome.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    throw new PromptTemplateError(path, `the example of an answer does not fit its contract: ${message}`);
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PromptTemplateError(path, 'the example of an answer is not JSON', { cause: error });
  }
}
