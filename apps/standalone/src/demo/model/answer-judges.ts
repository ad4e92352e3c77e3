import type { AgentAnswer, GivenAnswer } from '@assay/contracts';
import type { ScriptedChoice } from '../questions/demo-script.js';
import type { PromptReader } from './prompt-reader.js';
import type { ScriptLookup } from './script-lookup.js';
import { UnscriptedError } from './unscripted-error.js';

export function answerEvaluator(lookup: ScriptLookup, prompt: PromptReader): GivenAnswer<'verdicts'> {
  const name = candidateOf(lookup, prompt.candidates[0]);
  const { fails, takes, objects = [] } = lookup.sql(name);
  const verdicts = prompt.tests.map(({ number, statement }) => {
    const test = lookup.test(statement);
    const flaw = test === null ? undefined : fails[test.name];
    const alternative = test === null ? undefined : takes?.[test.name];
    const verdict = flaw === undefined ? ('OK' as const) : ('KO' as const);
    const reason = flaw ?? test?.passes ?? 'Nothing in the SQL speaks against it.';
    return { test: number, verdict, ...(alternative !== undefined && { alternative }), reason };
  });
  const failed = verdicts.filter(({ verdict }) => verdict === 'KO');
  const reasoning =
    failed.length === 0
      ? 'Read clause by clause and compared with what it returned, the SQL does what the tests ask for.'
      : `The SQL is at odds with ${failed.length} of ${verdicts.length} tests.`;
  const notDemanded = prompt.tests
    .filter(({ statement }) => objects.includes(lookup.test(statement)?.name ?? ''))
    .map(({ number }) => number);
  return { reasoning, verdicts, notDemanded, uncovered: [] };
}

/** Without a scripted review, a failure is confirmed as blocking. */
export function answerSupervisor(lookup: ScriptLookup, prompt: PromptReader): AgentAnswer<'review'> {
  const { fails, reviews } = lookup.sql(candidateOf(lookup, prompt.candidates[0]));
  return {
    reasoning: 'Question, schema, directives and evidence read once more, and each failed test held against them.',
    reviews: prompt.failedTests.map(({ number, statement }) => {
      const name = lookup.test(statement)?.name ?? '';
      const review = reviews?.[name];
      if (review !== undefined) return { test: number, ...review };
      const reason = `On a second look the flaw is there. ${fails[name] ?? 'The test is failed.'}`;
      return { test: number, verdict: 'KO' as const, severity: 'blocking' as const, reason };
    }),
  };
}

const DEMANDED = { decision: 'demanded', otherwise: '', reason: 'The question asks for it.' } as const;

/** Without a scripted trial, a test is demanded. */
export function answerTrial(lookup: ScriptLookup, prompt: PromptReader): GivenAnswer<'trial'> {
  return {
    reasoning: 'Question, schema, directives and evidence read once more, and each contested test held against them.',
    decisions: prompt.contestedTests.map(({ number, statement }) => {
      const { otherwise, ...decided } = lookup.test(statement)?.trial ?? DEMANDED;
      return { test: number, ...decided, ...(otherwise !== '' && { otherwise }) };
    }),
  };
}

/** Independent of order unless scripted as biased. */
export function answerSelector(lookup: ScriptLookup, prompt: PromptReader): AgentAnswer<'choice'> {
  const [first, second] = [0, 1].map((index) => {
    const name = candidateOf(lookup, prompt.candidates[index]);
    return lookup.sql(name).sameAs ?? name;
  });
  for (const choice of lookup.script.choices ?? []) {
    const [left, right] = choice.between;
    if (first === left && second === right) return shown(choice, 0);
    if (first === right && second === left) return shown(choice, 1);
  }
  return { reasoning: 'Both answer the question equally well.', winner: 'tie', confidence: 0.5 };
}

function shown({ between, winner, confidence, reasoning }: ScriptedChoice, order: 0 | 1): AgentAnswer<'choice'> {
  const isFirst = winner === 'first' || winner === between[order];
  return { reasoning, winner: isFirst ? 'A' : 'B', confidence: confidence[order] };
}

function candidateOf(lookup: ScriptLookup, sql: string | undefined): string {
  const name = sql === undefined ? null : lookup.nameOf(sql);
  if (name === null) throw new UnscriptedError('the demo model knows only the SQLs that it has written itself');
  return name;
}
