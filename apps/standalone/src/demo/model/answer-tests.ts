import type { AgentAnswer, GivenAnswer, Moment } from '@assay/contracts';
import type { ScriptedTest } from '../questions/demo-script.js';
import type { PromptReader } from './prompt-reader.js';
import type { ScriptLookup } from './script-lookup.js';

/** The temperature chooses the wording. What the prompt lists is not written again. */
export function answerTestGenerator(
  lookup: ScriptLookup,
  prompt: PromptReader,
  temperature: number,
): GivenAnswer<'test_suite'> {
  const moment: Moment = prompt.candidates.length > 0 ? 'evaluation' : 'precompute';
  const given = new Set(prompt.tests.map(({ statement }) => lookup.test(statement)?.name));
  const step = Math.round((temperature - 0.5) * 10);
  return {
    reasoning:
      moment === 'precompute'
        ? 'What the question asks for, condition by condition, and where an answer is likely to go wrong.'
        : 'The candidates differ; the tests say which side question and schema are on.',
    tests: lookup.script.tests
      .filter((test) => test.moments.includes(moment) && !given.has(test.name))
      .map((test, position) => ({
        statement: wording(test, step === 0 ? 0 : step + position),
        ...(test.evidenceCritical === true && { evidenceCritical: true }),
        ...(test.alternatives && {
          alternatives: Object.entries(test.alternatives).map(([id, meaning]) => ({ id, meaning })),
        }),
      })),
  };
}

function wording({ wordings }: ScriptedTest, choice: number): string {
  return wordings[choice % wordings.length] as string;
}

/** Merges wordings; keeps the evidence-critical or first one. */
export function answerTestReducer(lookup: ScriptLookup, prompt: PromptReader): AgentAnswer<'reduced_tests'> {
  const groups = Map.groupBy(prompt.tests, ({ number, statement }) => lookup.test(statement)?.name ?? `#${number}`);
  const merged = [...groups.values()].filter((tests) => tests.length > 1);
  return {
    reasoning:
      merged.length === 0
        ? 'No two of these tests check the same thing.'
        : merged.map((tests) => `${tests.map(({ number }) => number).join(', ')} check the same thing.`).join(' '),
    groups: [...groups.values()].map(([kept, ...duplicates]) => ({
      keep: kept?.number ?? 0,
      duplicates: duplicates.map(({ number }) => number),
    })),
  };
}
