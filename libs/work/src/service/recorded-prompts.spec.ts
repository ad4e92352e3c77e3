import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  estimateTokens,
  type Alternative,
  type AttemptRecord,
  type CandidateRecord,
  type EscalationRecord,
  type FoundValue,
  type NumberedTest,
  type WitnessView,
} from '@assay/contracts';
import { comparableStatement, dedupeTests, informativeWitnesses } from '@assay/decision';
import { PromptLibrary, type AgentVariables, type CandidateVariables } from '@assay/llm/prompts';
import { dialectFacts } from '@assay/sql';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PROMPTS } from './prompts-folder.js';

const FOLDER = join(resolve(import.meta.dirname, '../../../..'), '..', 'shared', 'data', 'strong-judge');
const isThere = existsSync(FOLDER);
const withData = isThere ? it : it.skip;
if (!isThere) process.stderr.write(`skipped: the recorded calls are not at ${FOLDER}\n`);

const MOST_SHOWN = 4;

interface RecordedCall {
  agent: string;
  question: string;
  messages: { role: string; content: string }[];
  answer: unknown;
}

interface Block {
  kind: string;
  text: string;
}

function readLines<Line>(name: string): Line[] {
  const text = gunzipSync(readFileSync(join(FOLDER, name))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const BLOCK = /<data-(\w+) kind="([\w-]+)">\n([^]*?)\n?<\/data-\1>/g;
const blocksOf = (text: string): Block[] =>
  [...text.matchAll(BLOCK)].map(([, , kind = '', body = '']) => ({ kind, text: body }));
const outsideOf = (text: string): string => text.replaceAll(BLOCK, '');

class RecordedPrompt {
  readonly user: string;
  readonly tokens: number;
  readonly blocks: Block[];
  readonly attempt: AttemptRecord;

  constructor(
    readonly call: RecordedCall,
    record: EscalationRecord,
  ) {
    const [system, user] = call.messages.map(({ content }) => content);
    this.user = user ?? '';
    this.tokens = estimateTokens(system ?? '') + estimateTokens(this.user);
    this.blocks = blocksOf(this.user);
    const [attempt] = record.attempts;
    if (attempt === undefined) throw new RangeError(`question ${record.id} has no attempt`);
    this.attempt = attempt;
  }

  get question(): Pick<AgentVariables['evaluator'], 'context' | 'schema'> {
    const { name, pitfalls, ...idioms } = dialectFacts('sqlite');
    const fence = /<data-(\w+) /.exec(this.user)?.[1] ?? '';
    const context = {
      question: this.textsOf('question')[0] ?? '',
      dialectName: name,
      dialectFacts: [...Object.values(idioms).map(({ rule, example }) => `${rule} Example: ${example}`), ...pitfalls],
      directives: null,
      evidence: [],
      goldSqls: [],
      earlier: [],
      foundValues: this.textsOf('found-values').flatMap(foundValuesOf),
      fence,
      stableFence: fence,
    };
    return { context, schema: this.textsOf('schema')[0] ?? '' };
  }

  get tests(): NumberedTest[] {
    const lines = (this.textsOf('tests')[0] ?? '').split('\n');
    const tests: (NumberedTest & { alternatives: Alternative[] })[] = [];
    for (const line of lines) {
      const [, number, stated] = /^(\d+)\. (.*)$/.exec(line) ?? [];
      const [, id = '', meaning = ''] = /^\s+- ([^:]+): (.*)$/.exec(line) ?? [];
      if (stated !== undefined) {
        const statement = stated.replace(/ \((evidence-critical|reading)\)$/, '');
        tests.push({
          id: `test ${number}`,
          number: Number(number),
          statement,
          evidenceCritical: false,
          alternatives: [],
        });
      } else if (id !== '') tests.at(-1)?.alternatives.push({ id, meaning });
    }
    return tests.map(({ alternatives, ...test }) => (alternatives.length === 0 ? test : { ...test, alternatives }));
  }

  get candidates(): CandidateRecord[] {
    return this.textsOf('candidate').flatMap(
      (sql) => this.attempt.candidates.find((each) => each.sql.trim() === sql.trim()) ?? [],
    );
  }

  witnesses(
    about: (a: string, b: string) => boolean,
    numberOf: (candidate: string) => number,
    most = MOST_SHOWN,
  ): WitnessView[] {
    const found = this.attempt.witnesses.filter(({ a, b, weak }) => !weak && about(a, b));
    return informativeWitnesses(found)
      .slice(0, most)
      .map(({ a, b, ...shown }) => ({ ...shown, numberA: numberOf(a), numberB: numberOf(b) }));
  }

  /** Numbers and texts of failed or contested tests. */
  numbered(kind: string): { number: number; text: string }[] {
    const numbers = [...outsideOf(this.user).matchAll(/^## Test (\d+)/gm)].map(([, number]) => Number(number));
    return this.textsOf(kind).map((text, index) => ({ number: numbers[index] ?? 0, text }));
  }

  get likelyDuplicates(): { first: number; second: number }[] {
    const pairs = outsideOf(this.user).matchAll(/^- (\d+) and (\d+)$/gm);
    return [...pairs].map(([, first, second]) => ({ first: Number(first), second: Number(second) }));
  }

  private textsOf(kind: string): string[] {
    return this.blocks.filter((block) => block.kind === kind).map(({ text }) => text);
  }
}

function foundValuesOf(text: string): FoundValue[] {
  return [...text.matchAll(/^- "(.*)": (.*)\.([^.]+) holds '(.*)'$/gm)].map(
    ([, value = '', table = '', column = '', stored = '']) => ({ value, table, column, stored }),
  );
}

/** As a second batch may write it. */
function inOtherWords({ statement, ...test }: NumberedTest): NumberedTest {
  const loud = statement.replaceAll(/'[^']*'|"[^"]*"|[^'"]+/gu, (part) =>
    /^['"]/u.test(part) ? part : part.toUpperCase(),
  );
  return { ...test, id: `${test.id} again`, statement: `The ${loud} !` };
}

function shown({ sql, execution }: CandidateRecord, number: number): CandidateVariables {
  if (execution === null) return { number, sql, execution: null, rows: null };
  const { columns, rowCount, truncated, elapsedMs, rows } = execution;
  return {
    number,
    sql,
    execution: { columns, rowCount, truncated, elapsedMs, error: null },
    rows: (rows ?? []).slice(0, 10),
  };
}

function faultsOf(user: string): string[] {
  const blocks = blocksOf(user);
  const witnesses = blocks.flatMap(({ kind, text }, index) =>
    kind === 'witness'
      ? [{ tables: text, results: blocks.slice(index + 1, index + 3).map((block) => block.text) }]
      : [],
  );
  const rows = (result: string): string => result.replace(/^columns: .*\n/, '');
  const keys = witnesses.map(({ tables, results }) => JSON.stringify([tables, results.map(rows).sort()]));
  const isEmpty = ({ tables, results }: { tables: string; results: string[] }): boolean =>
    !/^\[/m.test(tables) || results.every((result) => result.endsWith('(no rows)'));
  const outside = outsideOf(user);
  const named = [...outside.matchAll(/\bSQL (\d+)\b/g)].map(([, number]) => number);
  const headed = [...outside.matchAll(/^## SQL (\d+)$/gm)].map(([, number]) => Number(number));
  return [
    ...(new Set(keys).size < keys.length ? ['a witness twice'] : []),
    ...(witnesses.some(isEmpty) ? ['an empty witness'] : []),
    ...(named.some((number) => !headed.includes(Number(number))) || /another SQL/i.test(outside)
      ? ['an unnamed SQL']
      : []),
    ...(headed.some((number, index) => number !== index + 1) ? ['a gap in the numbers'] : []),
  ];
}

describe('the prompts of a recorded run, rendered by the templates of today', () => {
  let prompts: PromptLibrary;
  let recorded: RecordedPrompt[];

  beforeAll(() => {
    prompts = PromptLibrary.load(PROMPTS);
    if (!isThere) return;
    const records = new Map(
      readLines<{ record: EscalationRecord }>('records.jsonl.gz').map(({ record }) => [record.id, record]),
    );
    recorded = readLines<RecordedCall>('calls.jsonl.gz').flatMap((call) => {
      const record = records.get(call.question);
      return record === undefined ? [] : [new RecordedPrompt(call, record)];
    });
  });

  const of = (agent: string): RecordedPrompt[] => recorded.filter(({ call }) => call.agent === agent);
  const size = ({ system, user }: { system: string; user: string }): number =>
    estimateTokens(system) + estimateTokens(user);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

  function evaluator(prompt: RecordedPrompt): { system: string; user: string } {
    const [candidate] = prompt.candidates;
    if (candidate === undefined) throw new RangeError('the recorded candidate is not on record');
    const witnesses = prompt.witnesses(
      (a, b) => a === candidate.id || b === candidate.id,
      (id) => (id === candidate.id ? 1 : 2),
    );
    const tests = dedupeTests([...prompt.tests, ...prompt.tests.map(inOtherWords)]).kept;
    const reask = prompt.user.includes('longer list');
    return prompts.render('evaluator', { ...prompt.question, tests, candidate: shown(candidate, 1), witnesses, reask });
  }

  function supervisor(prompt: RecordedPrompt): { system: string; user: string } {
    const { question, tests, candidates } = prompt;
    const [candidate] = candidates.map((each) => shown(each, 1));
    if (candidate === undefined) throw new RangeError('the recorded candidate is not on record');
    const id = candidates[0]?.id;
    const witnesses = prompt.witnesses(
      (a, b) => a === id || b === id,
      (own) => (own === id ? 1 : 2),
    );
    const failed = prompt.numbered('failed-test').map(({ number, text }) => {
      return { number, reason: text.split("The judge's reason: ")[1] ?? '' };
    });
    return prompts.render('supervisor', { ...question, tests, candidate, witnesses, failed, reask: false });
  }

  function trial(prompt: RecordedPrompt): { system: string; user: string } {
    const numbers = [...outsideOf(prompt.user).matchAll(/^## SQL (\d+)$/gm)].map(([, number]) => Number(number));
    const candidates = prompt.candidates.map((each, index) => shown(each, numbers[index] ?? 0));
    const contested = prompt.numbered('contested-test').map(({ number }) => {
      return { number, by: 'leader-fails' as const, objections: [] };
    });
    return prompts.render('trial', { ...prompt.question, tests: prompt.tests, candidates, contested });
  }

  function sqlSelector(prompt: RecordedPrompt): { system: string; user: string } {
    const [first, second] = prompt.candidates;
    if (first === undefined || second === undefined) throw new RangeError('the recorded pair is not on record');
    const ids = [first.id, second.id];
    const [witness] = prompt.witnesses(
      (a, b) => ids.includes(a) && ids.includes(b),
      (id) => 1 + ids.indexOf(id),
    );
    const pair = { first: shown(first, 1), second: shown(second, 2), witness };
    return prompts.render('sql-selector', { ...prompt.question, ...pair });
  }

  function testReducer({ question: { context }, tests, likelyDuplicates }: RecordedPrompt): {
    system: string;
    user: string;
  } {
    return prompts.render('test-reducer', { context, tests, likelyDuplicates, previousProblem: null });
  }

  function testGenerator(prompt: RecordedPrompt): { system: string; user: string } {
    const { candidates } = prompt;
    const isSecond = candidates.length > 0;
    const places = new Map(candidates.map(({ id }, index) => [id, index + 1]));
    const first = prompt.attempt.tests.filter(({ moment, number }) => moment === 'precompute' && number !== null);
    return prompts.render('test-generator', {
      ...prompt.question,
      moment: isSecond ? 'evaluation' : 'precompute',
      candidates: candidates.map((candidate, index) => shown(candidate, index + 1)),
      witnesses: prompt.witnesses(
        (a, b) => places.has(a) && places.has(b),
        (id) => places.get(id) ?? 0,
        Infinity,
      ),
      tests: isSecond
        ? first.map(({ statement, evidenceCritical }, index) => ({ number: index + 1, statement, evidenceCritical }))
        : [],
      escalation: null,
    });
  }

  withData('judges see no test twice, no witness twice or empty, and no SQL without a name', () => {
    const calls = of('evaluator');
    expect(calls).toHaveLength(226);
    let merged = 0;
    for (const prompt of calls) {
      const { user } = evaluator(prompt);
      const statements = blocksOf(user)
        .filter(({ kind }) => kind === 'tests')
        .flatMap(({ text }) =>
          [...text.matchAll(/^\d+\. (.*?)(?: \(reading\))?$/gm)].map(([, statement = '']) => statement),
        );
      expect(statements.length).toBeGreaterThan(0);
      expect(statements).toEqual(dedupeTests(prompt.tests).kept.map(({ statement }) => statement));
      merged += prompt.tests.length - statements.length;
      expect(new Set(statements.map(comparableStatement)).size).toBe(statements.length);
      expect(faultsOf(user)).toEqual([]);
    }
    expect(calls.flatMap(({ user }) => faultsOf(user)).length).toBeGreaterThan(0);
    // tests in other words that the reducer did not see
    expect(merged).toBe(4);
  });

  withData('tests in other words are merged as the recorded reducer merged them, and no others', () => {
    const calls = of('test-reducer');
    let [twins, merged] = [0, 0];
    for (const { tests, call } of calls) {
      const { groups } = call.answer as { groups: { keep: number; duplicates: number[] }[] };
      const groupOf = new Map<string, number>(
        groups.flatMap(({ keep, duplicates }) =>
          [keep, ...duplicates].map((number) => [`test ${number}`, keep] as const),
        ),
      );
      twins += sum(groups.map(({ duplicates }) => duplicates.length));
      const { keptAs } = dedupeTests(tests);
      merged += keptAs.size;
      for (const [duplicate, kept] of keptAs) expect(groupOf.get(duplicate)).toBe(groupOf.get(kept));
    }
    expect([calls.length, twins, merged]).toEqual([38, 146, 25]);
    const written = Map.groupBy(of('test-generator'), ({ call }) => call.question);
    const suites = [...written.values()].map((own) =>
      own.flatMap(({ call }) => (call.answer as { tests: { statement: string }[] }).tests),
    );
    const kept = suites.map((suite) => new Set(suite.map(({ statement }) => comparableStatement(statement))).size);
    expect([sum(suites.map(({ length }) => length)), sum(kept)]).toEqual([1162, 820]);
  });

  withData('test writers see no witness twice or empty, and SQLs numbered without gaps', () => {
    for (const prompt of of('test-generator')) expect(faultsOf(testGenerator(prompt).user)).toEqual([]);
    expect(of('test-generator').flatMap(({ user }) => faultsOf(user))).toContain('a gap in the numbers');
  });

  withData('other judges see no witness twice or empty, and SQLs numbered without gaps', () => {
    const calls = [
      ...of('supervisor').map(supervisor),
      ...of('trial').map(trial),
      ...of('sql-selector').map(sqlSelector),
    ];
    for (const { user } of calls) expect(faultsOf(user)).toEqual([]);
    expect(of('trial').flatMap(({ user }) => faultsOf(user))).toContain('a gap in the numbers');
  });

  withData('prompts are no longer than they were', () => {
    const renderers = {
      evaluator,
      'test-generator': testGenerator,
      supervisor,
      trial,
      'sql-selector': sqlSelector,
      'test-reducer': testReducer,
    };
    const figures = Object.entries(renderers).map(([agent, render]) => {
      const calls = of(agent);
      return {
        agent,
        calls: calls.length,
        now: sum(calls.map(render).map(size)),
        then: sum(calls.map(({ tokens }) => tokens)),
      };
    });
    expect(sum(figures.map(({ calls }) => calls))).toBe(recorded.length);
    for (const { agent, now, then } of figures) {
      expect({ agent, more: Math.max(0, now - then) }).toEqual({ agent, more: 0 });
    }
    expect(sum(figures.map(({ now }) => now))).toBeLessThanOrEqual(sum(figures.map(({ then }) => then)));
  });
});
