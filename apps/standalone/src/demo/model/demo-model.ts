import { LEVELS, type Level } from '@assay/contracts';
import { exampleAnswer } from '@assay/llm/prompts';
import { DEMO_MODELS } from '@assay/runtime';
import { findDemoScript, isSameQuestion } from '../demo-questions.js';
import type { DemoScript } from '../questions/demo-script.js';
import { demoScripts } from '../questions/scripts.js';
import { answerGenerator } from './answer-generator.js';
import { answerEvaluator, answerSelector, answerSupervisor, answerTrial } from './answer-judges.js';
import { answerTestGenerator, answerTestReducer } from './answer-tests.js';
import { PromptReader } from './prompt-reader.js';
import { ScriptLookup } from './script-lookup.js';
import { UnscriptedError } from './unscripted-error.js';

export interface DemoModelCall {
  /** The header `x-assay-agent`. */
  agent: string;
  model: string;
  temperature: number;
  prompt: string;
  system?: string;
}

/** Scripted answers that depend only on the call, so order, retries and replays do not matter. */
export class DemoModel {
  private readonly added: DemoScript[] = [];
  private readonly lookups = new Map(demoScripts().map((script) => [script.id, new ScriptLookup(script)]));

  add(script: DemoScript): void {
    this.added.push(script);
    this.lookups.set(script.id, new ScriptLookup(script));
  }

  answer(call: DemoModelCall): object {
    const prompt = new PromptReader(call.prompt);
    const lookup = this.lookupOf(prompt.question);
    switch (call.agent) {
      case 'generator':
        return answerGenerator(lookup, prompt, { level: levelOf(call.model), temperature: call.temperature });
      case 'test-generator':
        return answerTestGenerator(lookup, prompt, call.temperature);
      case 'test-reducer':
        return answerTestReducer(lookup, prompt);
      case 'evaluator':
        return answerEvaluator(lookup, prompt);
      case 'supervisor':
        return prompt.contestedTests.length > 0 ? answerTrial(lookup, prompt) : answerSupervisor(lookup, prompt);
      case 'sql-selector':
        return answerSelector(lookup, prompt);
      default:
        return exampleIn(call.system ?? '') ?? unscripted(call.agent);
    }
  }

  private lookupOf(question: string | null): ScriptLookup {
    const added = this.added.find((script) => question !== null && isSameQuestion(script.question, question));
    const script = question === null ? null : (added ?? findDemoScript(question));
    const lookup = script === null ? undefined : this.lookups.get(script.id);
    if (lookup !== undefined) return lookup;
    throw new UnscriptedError(
      'the demo model answers the demo questions only; set OPENAI_BASE_URL and OPENAI_API_KEY to ask anything else',
    );
  }
}

function exampleIn(system: string): object | null {
  const example = exampleAnswer(system);
  return example === null ? null : (JSON.parse(example) as object);
}

function unscripted(name: string): never {
  throw new UnscriptedError(`the demo model has no part for the agent "${name}"`);
}

function levelOf(model: string): Level {
  const level = LEVELS.find((known) => DEMO_MODELS[known] === model);
  if (level === undefined) throw new UnscriptedError(`the demo model has no part for the model "${model}"`);
  return level;
}
