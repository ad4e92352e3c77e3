import { describe, expect, it } from '@jest/globals';
import { DEMO_MODELS } from '@assay/runtime';
import { demoQuestions, showcaseQuestion, findDemoQuestion, isDemoQuestion } from '../demo-questions.js';
import type { DemoScript } from '../questions/demo-script.js';
import { demoScripts } from '../questions/scripts.js';
import { DemoModel, type DemoModelCall } from './demo-model.js';
import { UnscriptedError } from './unscripted-error.js';

const model = new DemoModel();
const bestCustomers = script('best-customers');
const translators = script('translators');

function script(id: string): DemoScript {
  const found = demoScripts().find((each) => each.id === id);
  if (found === undefined) throw new Error(`no demo script ${id}`);
  return found;
}

function fence(kind: string, text: string): string {
  return `<data-abcdef kind="${kind}">\n${text}\n</data-abcdef>\n`;
}

function ask(agent: string, prompt: string, call: Partial<DemoModelCall> = {}): Record<string, unknown> {
  const answer = model.answer({ agent, model: DEMO_MODELS.BASIC, temperature: 0.2, prompt, ...call });
  return answer as Record<string, unknown>;
}

function compare(first: string, second: string): Record<string, unknown> {
  const candidates = [first, second].map((name) => fence('candidate', bestCustomers.sqls[name]?.sql ?? ''));
  return ask('sql-selector', fence('question', bestCustomers.question) + candidates.join(''));
}

describe('DemoModel', () => {
  it.each([
    ['revenue', 'orders'],
    ['revenue', 'recent'],
    ['revenueInParts', 'orders'],
  ])('prefers %s to %s in both orders', (better, worse) => {
    expect(compare(better, worse)).toMatchObject({ winner: 'A' });
    expect(compare(worse, better)).toMatchObject({ winner: 'B' });
  });

  it('is biased by position on one pair', () => {
    expect(compare('orders', 'recent')).toMatchObject({ winner: 'A' });
    expect(compare('recent', 'orders')).toMatchObject({ winner: 'A' });
  });

  it('writes no test that the prompt lists, in whichever words', () => {
    const prompt =
      fence('question', bestCustomers.question) + fence('candidate', bestCustomers.sqls['revenue']?.sql ?? '');
    const written = (given: string): string[] =>
      (ask('test-generator', prompt + given, { temperature: 0.5 })['tests'] as { statement: string }[]).map(
        ({ statement }) => statement,
      );
    const all = written('');
    const known = bestCustomers.tests.find(({ wordings }) => wordings.includes(all[0] ?? ''))?.wordings.at(-1) ?? '';
    expect(written(fence('tests', `1. ${known}`))).toEqual(all.slice(1));
    expect(all.length).toBeGreaterThan(1);
  });

  it('calls it a tie where the script has no opinion', () => {
    expect(compare('revenue', 'revenueInParts')).toMatchObject({ winner: 'tie' });
  });

  it('answers a retry with what comes after the SQL that the report quotes, and repeats the last', () => {
    const prompt = `${fence('question', translators.question)}# Strategy: query-plan\n`;
    const retry = (name: string): unknown =>
      ask(
        'generator',
        prompt + fence('report', `no such column\n  ${translators.sqls[name]?.sql.replace(/\n/g, '\n  ')}\n`),
      )['sql'];
    expect(ask('generator', prompt)['sql']).toBe(translators.sqls['translatorColumn']?.sql);
    expect(retry('translatorColumn')).toBe(translators.sqls['translatorName']?.sql);
    expect(retry('translatorName')).toBe(translators.sqls['translatorFlag']?.sql);
    expect(retry('translatorFlag')).toBe(translators.sqls['translatorFlag']?.sql);
  });

  it('refuses in so many words where the script does', () => {
    const prompt = `${fence('question', translators.question)}# Strategy: step-by-step\n`;
    expect(ask('generator', prompt, { temperature: 0.6 })).toMatchObject({ sql: '', refusal: expect.any(String) });
  });

  it('words tests by temperature, so that there is something to reduce', () => {
    const statements = [0.5, 0.75, 1].map((temperature) => {
      const { tests } = ask('test-generator', fence('question', showcaseQuestion().question), { temperature });
      return (tests as { statement: string }[]).map(({ statement }) => statement);
    });
    expect(new Set(statements.flat()).size).toBeGreaterThan(statements[0]?.length ?? 0);
    expect(new Set(statements.map((batch) => batch.length)).size).toBe(1);
  });

  it('answers for an agent that no script knows with the example in its system prompt', () => {
    const system = 'Answer so:\n\n```json\n{ "reasoning": "why", "remark": "It holds." }\n```\n';
    expect(ask('critic', fence('question', translators.question), { system })).toEqual({
      reasoning: 'why',
      remark: 'It holds.',
    });
  });

  it.each([
    ['a question that is not in the demo', 'generator', fence('question', 'What is the meaning of life?'), {}],
    ['no question', 'generator', 'hello', {}],
    ['an agent that it does not know', 'poet', fence('question', translators.question), {}],
    ['a model that it does not play', 'generator', fence('question', translators.question), { model: 'gpt' }],
    [
      'a SQL of somebody else',
      'evaluator',
      fence('question', translators.question) + fence('candidate', 'SELECT 1'),
      {},
    ],
  ])('has no answer to %s', (_what, agent, prompt, call) => {
    expect(() => ask(agent, prompt, call)).toThrow(UnscriptedError);
  });
});

describe('isDemoQuestion', () => {
  it('knows the demo questions, however they are spaced and cased', () => {
    for (const { question, id } of demoQuestions()) {
      expect(isDemoQuestion(question)).toBe(true);
      expect(findDemoQuestion(`  ${question.toUpperCase().replace(/\?$/, '')} `)?.id).toBe(id);
    }
    expect(isDemoQuestion('How many books are there?')).toBe(false);
    expect(findDemoQuestion('')).toBeNull();
  });
});
