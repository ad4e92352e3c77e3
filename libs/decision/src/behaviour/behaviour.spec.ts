import { describe, expect, it } from '@jest/globals';
import type { ProbePayload, ProbeResult, WitnessRecord } from '@assay/contracts';
import { agreeableAgents, candidate, dead, invalid, probed, verdicts } from '../fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents, type RunOptions } from '../fixtures/simulated-question.js';
import { projectAttempts } from '../record/project-attempts.js';

const SQLS = ['plain', 'plain', 'longer text', 'other'];
const SAME = { cluster: 'the same rows today' };

function ask(agents: Partial<Agents> = {}, options: RunOptions = {}): SimulatedQuestion {
  const settings = { judge: 'behaviour' as const, sqlCandidates: SQLS.length, testBatches: 1, ...options.settings };
  const generate: Agents['generate'] = ({ ordinal }) => candidate(SQLS[ordinal - 1] ?? '', SAME);
  return new SimulatedQuestion({ ...options, settings }, agreeableAgents({ generate, ...agents }));
}

function ended(agents: Partial<Agents> = {}, options: RunOptions = {}): SimulatedQuestion {
  const question = ask(agents, options);
  question.runToEnd();
  return question;
}

function apart(
  question: () => SimulatedQuestion,
  classes: string[][],
  fields: Partial<ProbeResult> = {},
): Agents['probe'] {
  return () => {
    const tasks = question().run.stages.flatMap((stage) => (stage.kind === 'generate' ? stage.tasks : []));
    const idOf = (sql: string): string => tasks.find((task) => task.result?.sql === sql)?.id ?? '';
    return probed(
      classes.map((texts) => texts.map(idOf)),
      fields,
    );
  };
}

function endedApart(
  classes: string[][],
  agents: Partial<Agents> = {},
  fields?: Partial<ProbeResult>,
): SimulatedQuestion {
  const question: SimulatedQuestion = ask({ probe: apart(() => question, classes, fields), ...agents });
  question.runToEnd();
  return question;
}

const judged = (question: SimulatedQuestion): string[] =>
  question
    .startedStages()
    .flatMap((stage) => (stage.kind === 'evaluate' ? stage.tasks.map(({ payload }) => payload.candidate.sql) : []));
const typesOf = (question: SimulatedQuestion): string[] => question.events.map(({ type }) => type);

describe('behaviour', () => {
  it('is judged once per class, and emitted when judging begins', () => {
    const question = endedApart([['plain', 'longer text'], ['other']]);
    expect(judged(question)).toEqual(['plain', 'other']);
    const classified = question.events.filter((event) => event.type === 'behaviour-classified');
    expect(classified.map(({ behaviour }) => behaviour)).toEqual([
      'class of task-3',
      'class of task-3',
      'class of task-3',
      'class of task-6',
    ]);
    const types = typesOf(question);
    const begins = question.events.findIndex((event) => event.type === 'stage-started' && event.stage === 'evaluate');
    expect(types.lastIndexOf('behaviour-classified')).toBeLessThan(begins);
  });

  it('counts votes by class, and represents one by its most frequent text', () => {
    const question = endedApart([['longer text', 'plain'], ['other']], {
      compare: () => ({ reasoning: '', winner: null, confidence: 0 }),
    });
    const [attempt] = projectAttempts(question.run, () => null);
    expect(attempt?.selection?.finalists).toMatchObject([{ clusterSize: 3, frequency: 2 }, { clusterSize: 1 }]);
    expect(attempt?.behaviours).toMatchObject([
      { representative: 'task-3', candidates: ['task-3', 'task-4', 'task-5'], share: 0.75, posterior: null },
      { representative: 'task-6', candidates: ['task-6'], share: 0.25 },
    ]);
    expect(question.finish?.result?.sqlList).toEqual([{ sql: 'plain', failedTests: [], alsoAs: ['longer text'] }]);
  });

  it('is stood for by the order of columns that most returned, before the text that most wrote', () => {
    const texts = ['b, a', 'b, a', 'a, b once', 'a, b twice', 'a, b again'];
    const generate: Agents['generate'] = ({ ordinal }) => {
      const sql = texts[ordinal - 1] ?? '';
      return candidate(sql, { cluster: sql === 'b, a' ? 'rows of b, a' : 'rows of a, b' });
    };
    const settings = { sqlCandidates: texts.length };
    const question: SimulatedQuestion = ask(
      { generate, probe: apart(() => question, [['b, a', 'a, b once', 'a, b twice', 'a, b again']]) },
      { settings },
    );
    question.runToEnd();
    expect(judged(question)).toEqual([expect.stringMatching(/^a, b/)]);
    expect(question.finish?.result?.sqlList[0]?.alsoAs).toHaveLength(3);
  });

  it('lists a failed class once, with its other texts', () => {
    const question = endedApart([['plain', 'longer text'], ['other']], { evaluate: () => verdicts('no', 'no') });
    expect(question.finish?.result?.sqlList.map(({ sql, alsoAs }) => [sql, alsoAs])).toEqual(
      expect.arrayContaining([
        ['plain', ['longer text']],
        ['other', undefined],
      ]),
    );
  });

  it.each<[string, Agents['probe'] | undefined]>([
    ['fails', () => dead('PROBER_DIED')],
    ['has no engine', () => probed([], { unavailable: 'there is none' })],
  ])('is what the target returned where the prober %s, and the record says so', (_how, probe) => {
    const question = ended({ probe: probe ?? (() => probed([])) });
    expect(question.finish?.status).toBe('GOLD');
    expect(judged(question)).toEqual(['plain']);
    expect(question.events).toContainEqual(expect.objectContaining({ code: 'BEHAVIOUR_UNOBSERVED' }));
  });

  it('reports partial observations with a warning at the time limit', () => {
    const question = endedApart([['plain'], ['longer text', 'other']], {}, { asked: 3, cutShort: true });
    expect(judged(question)).toHaveLength(2);
    expect(question.events).toContainEqual(expect.objectContaining({ code: 'BEHAVIOUR_CUT_SHORT' }));
  });

  it('says what generated data could not show', () => {
    const limits = ['no row could be made for orders', 'a CHECK of orders is not understood'];
    const question = endedApart([['plain'], ['longer text', 'other']], {}, { limits });
    const warning = question.events.find((event) => 'code' in event && event.code === 'BEHAVIOUR_LIMITED');
    expect(warning).toMatchObject({ message: expect.stringContaining(limits.join('; ')) });
    expect(endedApart([['plain'], ['other']]).events).not.toContainEqual(
      expect.objectContaining({ code: 'BEHAVIOUR_LIMITED' }),
    );
  });

  it('continues without a prober that does not answer, after its time', () => {
    const question = ask();
    question.advance();
    for (let steps = 0; question.finish === null && steps < 100; steps += 1) {
      const task = question.openTasks().find(({ payload }) => !('texts' in (payload as object)));
      if (task === undefined) {
        const { wakeAt } = question.run;
        expect(wakeAt).toBeGreaterThan(question.now);
        question.now = wakeAt ?? 0;
        question.advance();
      } else if (question.end(task)) question.advance();
    }
    expect(question.finish?.status).toBe('GOLD');
    expect(question.now).toBeGreaterThanOrEqual(2000);
    expect(judged(question)).toEqual(['plain']);
  });

  it('asks no prober where there is one text, or where every SQL is judged by itself', () => {
    const alone = ended({ generate: () => candidate('one', SAME) });
    const byText = ended({}, { settings: { judge: 'text' } });
    for (const question of [alone, byText]) {
      expect(question.startedStages().map(({ kind }) => kind)).not.toContain('probe');
    }
    expect(judged(byText)).toEqual(['plain', 'longer text', 'other']);
    expect(typesOf(byText)).not.toContain('behaviour-classified');
    expect(projectAttempts(alone.run, () => null)[0]?.candidates[0]?.behaviour).toBe(SAME.cluster);
  });

  it('shows judges where classes part, and what is weak to people alone', () => {
    const result = { columns: [], rows: [[1]], error: null };
    const witness = (a: string, b: string, weak: boolean): WitnessRecord => {
      return { a, b, weak, instance: '1.3', tables: {}, resultA: result, resultB: result };
    };
    const witnesses = [witness('task-3', 'task-6', false), witness('task-3', 'task-5', true)];
    const question = endedApart([['plain', 'longer text'], ['other']], {}, { witnesses });
    const stages = question.startedStages();
    const shown = { numberA: 1, numberB: 3, tables: {}, resultA: result, resultB: result };
    for (const stage of stages) {
      if (stage.kind === 'evaluation-tests') expect(stage.input.witnesses).toEqual([shown]);
      if (stage.kind === 'evaluate')
        expect(stage.tasks.map(({ payload }) => payload.witnesses)).toEqual([[shown], [shown]]);
      if (stage.kind === 'compare') expect(stage.tasks.map(({ payload }) => payload.witness)).toEqual([shown, shown]);
    }
    expect(stages.map(({ kind }) => kind)).toContain('compare');
    expect(question.events.filter(({ type }) => type === 'witness-found')).toHaveLength(2);
  });

  it('continues at the next level with the same suite, and knows a class that failed before', () => {
    const suite = [{ id: '1.4', made: 'generated' as const, breaks: [], tables: {} }];
    const payloads: ProbePayload[] = [];
    const question: SimulatedQuestion = ask({
      generate: ({ ordinal }, { attempt }) =>
        attempt === 3 ? invalid('broken', 'bad') : candidate(`${attempt} ${SQLS[ordinal - 1] ?? ''}`, SAME),
      probe: ({ payload }) => {
        payloads.push(payload);
        const texts = [...payload.texts, ...payload.earlier].map((text) => text.candidate);
        const [known] = payload.earlier;
        return probed([], { suite, classes: [{ id: known?.behaviour ?? 'first', candidates: texts }] });
      },
      evaluate: () => verdicts('no', 'no'),
    });
    question.runToEnd();
    expect(payloads[0]).toMatchObject({ earlier: [], suite: [] });
    expect(payloads[1]).toMatchObject({ earlier: [{ behaviour: 'first', votes: 0 }], suite });
    const attempts = projectAttempts(question.run, () => null);
    expect(attempts.map(({ candidates }) => candidates.map((each) => each.repeatsFailed))).toEqual([
      [false, false, false, false],
      [true, true, true, true],
      [false, false, false, false],
    ]);
  });
});
