import type { GeneratorPayload, Settings } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomAgents } from './fixtures/random-agents.js';
import { agreeableAgents, candidate, dead, invalid, probed, verdicts } from './fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents, type RunOptions } from './fixtures/simulated-question.js';
import { judgedTests } from './judged-tests/tried-tests.js';
import { planGeneration } from './planning/plan-generation.js';
import { planTests } from './planning/plan-tests.js';
import { projectAttempts } from './record/project-attempts.js';

const TEMPER = { dies: 0.05, invalid: 0.1, passes: 0.8, forgives: 0.3, biased: 0.2, sqls: 3, tests: 4 };

/** Up to ten candidates; same letter: same behaviour; `-` is invalid; letters in `failing` fail a test. */
function ask(
  names: string,
  settings: Partial<Settings> = {},
  failing = '',
  agents: Partial<Agents> = {},
  options: RunOptions = {},
) {
  const given = names.split(' ');
  const question: SimulatedQuestion = new SimulatedQuestion(
    {
      ...options,
      settings: {
        effort: 'balanced',
        judge: 'behaviour',
        verdicts: 'weighed',
        maxLevel: 'BASIC',
        allowSilver: true,
        ...settings,
      },
    },
    agreeableAgents({
      generate: ({ ordinal }) => {
        const name = given[ordinal - 1] ?? 'missing';
        return name === '-' ? invalid('-', 'not valid') : candidate(name, { cluster: name.slice(0, 1) });
      },
      probe: ({ payload }) => {
        const classes = Map.groupBy(payload.texts, (text) => sqlOf(question, text.candidate).slice(0, 1));
        return probed([...classes.values()].map((texts) => texts.map((text) => text.candidate)));
      },
      evaluate: ({ payload }, { input }) =>
        verdicts(...input.tests.map(() => !failing.includes(payload.candidate.sql.slice(0, 1)) || 'no')),
      ...agents,
    }),
  );
  return question;
}

function sqlOf(question: SimulatedQuestion, id: string): string {
  const tasks = question.run.stages.flatMap((stage) => (stage.kind === 'generate' ? stage.tasks : []));
  return tasks.find((task) => task.id === id)?.result?.sql ?? '';
}

/** `generate 4` per stage. */
const askedFor = (question: SimulatedQuestion): string[] =>
  question.startedStages().map(({ kind, tasks }) => `${kind} ${tasks.length}`);
const wavesOf = (question: SimulatedQuestion): string[] =>
  question.attempt(1).waves.map(({ candidates, why }) => `${candidates} ${why}`);

describe('balanced effort', () => {
  it('asks four candidates that agree, one test batch and one judge, and answers', () => {
    const question = ask('a1 a1 a1 a2');
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'a1' }] } });
    expect(askedFor(question)).toEqual(['prepare 1', 'precompute-tests 1', 'generate 4', 'probe 1', 'evaluate 1']);
    expect(wavesOf(question)).toEqual(['4 enough-lead']);
  });

  it('requests more if candidates disagree, and distinguishes those of all waves', () => {
    const question = ask('a1 a2 b1 a1 a1 a2 b1 b2 a3 b1', { verdicts: 'final' });
    expect(question.runToEnd().status).toBe('GOLD');
    expect(wavesOf(question)).toEqual(['4 undecided', '6 all-asked']);
    const generated = question.startedStages().filter(({ kind }) => kind === 'generate');
    expect(generated.map(({ tasks }) => tasks.map(({ ordinal }) => ordinal))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8, 9, 10],
    ]);
    const plan = planGeneration({ sqlCandidates: 10 }, 42);
    expect(generated.flatMap(({ tasks }) => tasks.map(({ payload }) => payload))).toEqual(plan);
    const [attempt] = projectAttempts(question.run, () => []);
    expect(attempt?.candidates.filter(({ duplicateOf }) => duplicateOf === null).map(({ sql }) => sql)).toEqual([
      'a1',
      'a2',
      'b1',
      'b2',
      'a3',
    ]);
    expect(attempt?.behaviours.map(({ candidates }) => candidates.length)).toEqual([6, 4]);
    expect(question.events.filter(({ type }) => type === 'wave-decided')).toHaveLength(2);
  });

  it('grows the suite of a wave by that of the next, and keeps the names of classes', () => {
    const question = ask('a1 b1 a2 b2 a1 c1 a1 a1 a1 a1');
    question.runToEnd();
    const probes = question.startedStages().flatMap((stage) => (stage.kind === 'probe' ? stage.tasks : []));
    const second = probes[1]?.payload.texts.map(({ candidate: id, behaviour }) => [sqlOf(question, id), behaviour]);
    expect(Object.fromEntries(second ?? [])).toMatchObject({
      a1: expect.any(String),
      b1: expect.any(String),
      c1: undefined,
    });
  });

  it('asks the next wave where no candidate of the first is valid, and continues to the next level after the last', () => {
    const question = ask('- - - - a1 a1 a1 a1 a1 a1');
    expect(question.runToEnd().status).toBe('GOLD');
    expect(wavesOf(question)).toEqual(['4 undecided', '6 all-asked']);
    const none = ask('- - - - - - - - - -', { maxLevel: 'ADVANCED' });
    expect(none.runToEnd().status).toBe('FAILED');
    expect(none.run.attempts.map(({ reason }) => reason)).toEqual([null, 'NO_SQL']);
    expect(wavesOf(none)).toHaveLength(2);
  });

  it('writes tests of the second moment where the only class fails and may not answer, and judges it by these alone', () => {
    const question = ask('a1 a1 a1 a2 a1 a1 a1 a1 a1 a1', { allowSilver: false }, 'a');
    question.runToEnd();
    expect(wavesOf(question)).toEqual(['4 in-doubt', '6 all-asked']);
    expect(askedFor(question).slice(4)).toEqual([
      'evaluate 1',
      'trial 1',
      'generate 6',
      'evaluation-tests 1',
      'evaluate 1',
    ]);
    const [attempt] = projectAttempts(question.run, () => []);
    expect(attempt?.tests.map(({ moment }) => moment)).toEqual(['precompute', 'evaluation']);
    expect(attempt?.verdicts).toHaveLength(2);
    const judged = question.startedStages().flatMap((stage) => (stage.kind === 'evaluate' ? stage.tasks : []));
    // the second round judges by the new test alone
    expect(judged.map(({ payload }) => payload.tests)).toEqual([[1], [2]]);
  });

  it('asks further candidates where verdicts leave no class more likely right than not', () => {
    const question = ask('a1 a1 a1 a2 b1 b1 b1 b1 b1 b1', {}, 'a');
    question.run.odds = { reliabilities: { BASIC: { evaluator: 0.95, selector: 0.95 } }, weights: STRICT };
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'b1' }] } });
    expect(wavesOf(question)).toEqual(['4 in-doubt', '6 all-asked']);
    expect(question.attempt(1).waves.map(({ stopped }) => stopped)).toEqual([false, true]);
  });

  it('tells a later wave what evidence demands and earlier SQLs fail', () => {
    const demanded = [true, false].map((evidenceCritical) => ({ id: `${evidenceCritical}`, evidenceCritical }));
    const tests = demanded.map((test) => ({ ...test, statement: `critical: ${test.id}` }));
    const writer: Agents['precompute-tests'] = () => ({ reasoning: '', tests });
    const question = ask(
      'a1 a1 a1 a2 b1 b1 b1 b1 b1 b1',
      {},
      'a',
      { 'precompute-tests': writer },
      { hasEvidence: true },
    );
    expect(question.runToEnd()).toMatchObject({ result: { sqlList: [{ sql: 'b1' }] } });
    const inputs = question.startedStages().flatMap((stage) => (stage.kind === 'generate' ? [stage.input] : []));
    expect(inputs.map(({ failedEvidence }) => failedEvidence)).toEqual([
      undefined,
      [{ check: 'critical: true', reason: 'no' }],
    ]);
  });

  it('judges a candidate of a later wave alone, where nothing else has changed', () => {
    const question = ask('a1 a1 b1 b2 a1 a1 a1 c1 c1 c1', {}, 'ab');
    question.run.odds = { reliabilities: { BASIC: { evaluator: 0.95, selector: 0.95 } }, weights: STRICT };
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'c1' }] } });
    const judged = question.startedStages().flatMap((stage) => (stage.kind === 'evaluate' ? stage.tasks : []));
    const sqls = judged.map(({ payload }) => payload.candidate.sql);
    expect(new Set(sqls).size).toBe(sqls.length);
  });

  it('takes the first valid candidate of a wave where evaluation is bypassed', () => {
    const question = ask('- - - - a1 a1 a1', { bypassEvaluation: true });
    expect(question.runToEnd()).toMatchObject({ status: 'SILVER', result: { sqlList: [{ sql: 'a1' }] } });
    expect(askedFor(question)).toEqual(['prepare 1', 'generate 4', 'generate 6']);
  });
});

function asksOnAll(question: SimulatedQuestion, attempt: number, { tests }: { tests?: number[] }): boolean {
  const all = judgedTests(question.run, attempt).map(({ number }) => number);
  return all.every((number) => tests?.includes(number));
}

/** Verdicts outweigh all votes. */
const STRICT = { repeated: 0.6, related: 0, unseen: 0, votes: 1, verdict: 3, comparison: 1, none: -2 };

describe('exhaustive effort with final verdicts', () => {
  it('asks for all candidates and all batches of both moments at once, whatever its agents do', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6 }), (seed, count, batches) => {
        const settings: Partial<Settings> = { sqlCandidates: count, testBatches: batches };
        const question = new SimulatedQuestion({ seed, settings }, randomAgents({ ...TEMPER, seed }));
        question.runToEnd();
        for (const { kind, attempt, round, tasks } of question.startedStages()) {
          if (kind === 'generate') {
            expect(tasks.map(({ payload }) => payload)).toEqual(
              planGeneration({ sqlCandidates: count }, seed, attempt),
            );
          }
          if (kind === 'precompute-tests' || kind === 'evaluation-tests') {
            expect(tasks.map(({ payload }) => payload)).toEqual(planTests(batches, 'final'));
          }
          if (kind !== 'evaluate' && kind !== 'supervise') expect(round).toBe(1);
          // every judge sees all tests
          if (kind === 'evaluate')
            expect(tasks.every(({ payload }) => asksOnAll(question, attempt, payload))).toBe(true);
        }
        expect(question.run.attempts.every(({ waves }) => waves.length === 0)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
describe('exhaustive effort with weighed verdicts', () => {
  it('asks for equal batches, which one call can write', () => {
    const question = ask('a1 b1', { effort: 'exhaustive', testBatches: 3 });
    question.runToEnd();
    const payloads = question
      .startedStages()
      .flatMap((stage) => (stage.kind === 'precompute-tests' ? stage.tasks.map(({ payload }) => payload) : []));
    expect(payloads).toEqual(planTests(3, 'weighed'));
    expect(payloads[0]).toEqual({ temperature: 0.75, alike: 3 });
  });
});

describe('invalid candidates', () => {
  it('speak for no answer where most candidates are invalid, and else say nothing', () => {
    const confidence = (names: string): number => {
      const settings = { effort: 'exhaustive', sqlCandidates: names.split(' ').length } as const;
      return ask(names, settings).runToEnd().confidence ?? 0;
    };
    expect(confidence('a1 a1 - -')).toBe(confidence('a1 a1'));
    expect(confidence('a1 - -')).toBeLessThan(confidence('a1 -'));
    expect(confidence('a1 - - -')).toBeLessThan(confidence('a1 - -'));
  });
});

describe('quick effort', () => {
  const quick = (names: string, failing = '', settings: Partial<Settings> = {}) =>
    ask(names, { effort: 'quick', ...settings }, failing);

  it('asks two candidates, and answers if they agree and pass', () => {
    const question = quick('a1 a2');
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD' });
    expect(askedFor(question)).toEqual(['prepare 1', 'precompute-tests 1', 'generate 2', 'probe 1', 'evaluate 1']);
    expect(wavesOf(question)).toEqual(['2 two-alike']);
  });

  it('requests all others at once if the two differ, without judging them first', () => {
    const question = quick('a1 b1 a1 a1 a1 a1 a1 a1 a1 a1');
    expect(question.runToEnd()).toMatchObject({ result: { sqlList: [{ sql: 'a1' }] } });
    expect(wavesOf(question)).toEqual(['2 undecided', '8 all-asked']);
    expect(askedFor(question).slice(0, 5)).toEqual([
      'prepare 1',
      'precompute-tests 1',
      'generate 2',
      'probe 1',
      'generate 8',
    ]);
  });

  it('continues if the two agree and fail, or are not valid', () => {
    const failing = quick('a1 a2 b1 b1 b1 b1 b1 b1 b1 b1', 'a');
    expect(failing.runToEnd()).toMatchObject({ result: { sqlList: [{ sql: 'b1' }] } });
    expect(wavesOf(failing)[0]).toBe('2 in-doubt');
    const invalidFirst = quick('- - a1 a1');
    expect(invalidFirst.runToEnd().status).toBe('GOLD');
    expect(wavesOf(invalidFirst)[0]).toBe('2 undecided');
  });
});

describe('instant effort', () => {
  const instant = (names: string) => ask(names, { effort: 'instant', maxLevel: 'EXPERT' });

  it('answers with the behaviour of the majority, untested, by the agreement alone', () => {
    const question = instant('a1 b1 a2');
    const { status, silver, confidence, result } = question.runToEnd();
    expect([status, silver?.why]).toEqual(['SILVER', 'untested']);
    expect(result?.sqlList[0]?.sql).toMatch(/^a/);
    expect(silver?.message).toMatch(/^It is untested\. It is \d+ % likely to be right/);
    expect(confidence).toBeGreaterThan(0.5);
    expect(askedFor(question)).toEqual(['prepare 1', 'generate 3', 'probe 1']);
    expect(confidence).toBeLessThan(instant('a1 a1 a1').runToEnd().confidence ?? 0);
  });

  it('says that too few agree if the majority is less likely than the workspace asks for', () => {
    const question = ask('a1 b1 a2', { effort: 'instant', silverConfidence: 0.99 });
    const { status, reason } = question.runToEnd();
    expect([status, reason?.kind]).toEqual(['FAILED', 'none-likely']);
    expect(reason?.message).toMatch(/^The SQLs agree too little, .* probability of \d+ %\.$/);
  });

  it.each(['a1 b1 c1', 'a1 b1 -', 'a1 - -', '- - -'])('fails without a majority: %s', (names) => {
    const question = instant(names);
    expect(question.runToEnd().status).toBe('FAILED');
    expect(question.startedStages().filter(({ kind }) => kind === 'evaluate')).toEqual([]);
    expect(question.run.attempts).toHaveLength(1);
  });

  it('writes no tests, even with evidence', () => {
    const question = new SimulatedQuestion(
      { hasEvidence: true, settings: { effort: 'instant', verdicts: 'weighed', allowSilver: true } },
      agreeableAgents({ generate: () => candidate('a') }),
    );
    expect(question.runToEnd().status).toBe('SILVER');
    expect(askedFor(question)).toEqual(['prepare 1', 'generate 3']);
  });
});

describe('a known question', () => {
  const adopted = [
    {
      ...(planGeneration({ sqlCandidates: 1 }, 7)[0] as GeneratorPayload),
      adopt: { sql: 'a1', reasoning: '', model: 'gold SQL' },
    },
  ];

  it('is answered by its gold SQL, without tests and judges', () => {
    const question = ask('a1', {}, 'a', {}, { adopted, isKnown: true });
    expect(question.runToEnd()).toMatchObject({
      status: 'GOLD',
      case: null,
      confidence: 1,
      result: { sqlList: [{ sql: 'a1', failedTests: [] }] },
    });
    expect(askedFor(question)).toEqual(['prepare 1', 'generate 1']);
    expect(question.attempt(1).selection).toMatchObject({ by: 'known' });
  });

  it.each(['balanced', 'quick', 'exhaustive', 'instant'] as const)(
    'continues where the gold SQL fails: %s',
    (effort) => {
      const question = ask('- b1 b2 b3 b4 b5 b6 b7 b8 b9 b10', { effort }, '', {}, { adopted, isKnown: true });
      expect(question.runToEnd()).toMatchObject({ result: { sqlList: [{ sql: expect.stringMatching(/^b/) }] } });
      const [first, second] = question.startedStages().filter(({ kind }) => kind === 'generate');
      expect(first?.input).toMatchObject({ candidateRetries: 0, treatEmptyResultAsError: false });
      expect(second?.input).toMatchObject({ candidateRetries: 3 });
      expect(question.attempt(1).selection?.by).not.toBe('known');
      const warnings = question.events.filter(({ type }) => type === 'warning-raised');
      expect(warnings).toMatchObject([{ code: 'GOLD_SQL_FAILS', message: expect.stringContaining('not valid') }]);
      const plain = ask('b1 b2 b3 b4 b5 b6 b7 b8 b9 b10', { effort });
      plain.runToEnd();
      // as many candidates as without it
      expect(wavesOf(question)).toEqual(wavesOf(plain));
    },
  );

  it('is answered by the next gold SQL where the newest no longer runs, and says so', () => {
    const older = { ...adopted[0], adopt: { sql: 'a2', reasoning: '', model: 'gold SQL' } } as GeneratorPayload;
    const question = ask('- a2', {}, 'a', {}, { adopted: [...adopted, older], isKnown: true });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'a2' }] } });
    expect(askedFor(question)).toEqual(['prepare 1', 'generate 2']);
    expect(question.attempt(1).selection).toMatchObject({ by: 'known' });
    const warnings = question.events.filter(({ type }) => type === 'warning-raised');
    expect(warnings).toMatchObject([{ code: 'GOLD_SQL_FAILS', message: expect.stringContaining('not valid') }]);
  });

  it('is not answered by an older gold SQL where the newest was not examined', () => {
    const generate: Agents['generate'] = ({ ordinal }) =>
      ordinal === 1 ? dead('GONE') : candidate('b', { cluster: 'b' });
    const question = ask('', {}, 'b', { generate }, { adopted: [...adopted, ...adopted], isKnown: true });
    question.runToEnd();
    expect(question.attempt(1).selection?.by).not.toBe('known');
  });

  it('takes no other candidate for the gold SQL whose examination died, and retries at other levels', () => {
    const generate: Agents['generate'] = ({ ordinal }) =>
      ordinal === 1 ? dead('GONE') : candidate('b', { cluster: 'b' });
    const settings = { maxLevel: 'ADVANCED', sqlCandidates: 1, effort: 'exhaustive', verdicts: 'final' } as const;
    const question = ask('', settings, 'b', { generate }, { adopted, isKnown: true });
    question.runToEnd();
    expect(question.attempt(1).selection?.by).not.toBe('known');
    const inputs = question.startedStages().flatMap((stage) => (stage.kind === 'generate' ? [stage] : []));
    expect(inputs.map(({ attempt, tasks, input }) => [attempt, tasks.length, input.candidateRetries])).toEqual([
      [1, 1, 0],
      [1, 1, 3],
      [2, 1, 3],
    ]);
  });
});

describe('a question that continues another one', () => {
  const adopted = ['a1', 'b1', 'a2'].map((sql, index) => ({
    ...(planGeneration({ sqlCandidates: 3 }, 7)[index] as GeneratorPayload),
    adopt: { sql, reasoning: '', model: 'earlier' },
  }));
  const sqlsIn = (question: SimulatedQuestion, attempt: number) =>
    question
      .startedStages()
      .flatMap((stage) =>
        stage.kind === 'generate' && stage.attempt === attempt
          ? stage.tasks.map(({ payload }) => payload.adopt?.sql)
          : [],
      );

  it('tests the candidates that it takes over, and asks for others only in doubt', () => {
    const question = ask('a1 b1 a1 a1 a1 a1 a1 a1 a1 a1', {}, '', {}, { adopted });
    expect(question.runToEnd()).toMatchObject({ result: { sqlList: [{ sql: 'a1' }] } });
    expect(askedFor(question).slice(0, 5)).toEqual([
      'prepare 1',
      'precompute-tests 1',
      'generate 3',
      'probe 1',
      'evaluation-tests 1',
    ]);
    expect(sqlsIn(question, 1).slice(0, 3)).toEqual(['a1', 'b1', 'a2']);
  });

  it('takes them over at the first level alone, within the most candidates, and beside others where all are asked', () => {
    const failing = ask('a1 b1 a1', { maxLevel: 'ADVANCED', verdicts: 'final' }, 'abm', {}, { adopted });
    failing.runToEnd();
    expect(sqlsIn(failing, 2).length).toBeGreaterThan(0);
    expect(sqlsIn(failing, 2).filter(Boolean)).toEqual([]);
    const few = ask('a1 b1', { sqlCandidates: 2 }, '', {}, { adopted });
    few.runToEnd();
    expect(sqlsIn(few, 1)).toEqual(['a1', 'b1']);
    const all = ask('a1 b1 a1 a1 a1', { effort: 'exhaustive', sqlCandidates: 5 }, '', {}, { adopted });
    all.runToEnd();
    expect(sqlsIn(all, 1)).toEqual(['a1', 'b1', 'a2', undefined, undefined]);
  });
});

describe('the leader before judging', () => {
  const leaders = (question: SimulatedQuestion) =>
    question.events.flatMap((event) =>
      event.type === 'leader-changed' ? [[sqlOf(question, event.candidate), event.agreeing, event.of]] : [],
    );

  it('is reported once candidates have run, and again as more agree or another class leads', () => {
    const question = ask('a1 b1 b1 b1 b1 b1 b1 b1 b1 b1', { effort: 'quick' });
    question.runToEnd();
    const [first, second, ...others] = leaders(question);
    expect(first).toEqual([expect.any(String), 1, 2]);
    expect([second, ...others]).toEqual([
      ['b1', 7, 8],
      ['b1', 9, 10],
    ]);
  });

  it('is reported while one of four is still written', () => {
    const question = ask('a1 a1 b1 a1', { stragglers: { endedShare: 0.7, medianFactor: 3 } });
    question.advance();
    const left = (): number => question.openTasks().filter((task) => 'strategy' in (task.payload as object)).length;
    for (let steps = 0; left() !== 1 && steps < 10; steps += 1) {
      question.now += 1;
      const [task] = question.openTasks();
      if (task !== undefined && question.end(task)) question.advance();
    }
    expect(left()).toBe(1);
    expect(leaders(question)).toEqual([['a1', 2, 3]]);
    question.runToEnd();
    expect(leaders(question)).toEqual([
      ['a1', 2, 3],
      ['a1', 3, 4],
    ]);
  });

  it('is not reported while verdicts alone decide, nor after judging, nor if nothing is tested', () => {
    const final = ask('a1 a1 a1 a2', { verdicts: 'final' });
    final.runToEnd();
    expect(leaders(final)).toEqual([]);
    const bypassed = ask('a1 a1 a1 a2', { bypassEvaluation: true });
    bypassed.runToEnd();
    expect(leaders(bypassed)).toEqual([]);
    const judged = ask('a1 a1 a1 a2 b1 b1 b1 b1 b1 b1', { allowSilver: false }, 'a');
    judged.runToEnd();
    expect(leaders(judged)).toEqual([
      ['a1', 3, 3],
      ['a1', 4, 4],
    ]);
  });
});
