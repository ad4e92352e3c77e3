import type { Settings } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { ask, kindsOf } from './fixtures/asked-question.js';
import type { SimulatedQuestion } from './fixtures/simulated-question.js';
import { nextCommands } from './next-commands.js';

describe('cancel and deadline', () => {
  it('CANCELLED at any moment, with everything closed', () => {
    const question = ask();
    question.advance();
    question.run.cancelRequested = true;
    question.advance();
    expect(question.finish).toMatchObject({ status: 'CANCELLED', result: null, error: null });
    expect(question.openTasks()).toEqual([]);
    expect(question.events.at(-1)).toMatchObject({ type: 'question-finished', status: 'CANCELLED' });
  });

  it('CANCELLED before anything began', () => {
    const question = ask({}, { cancelRequested: true, level: 'ADVANCED' });
    question.advance();
    expect(question.finish).toMatchObject({ status: 'CANCELLED', level: 'ADVANCED' });
  });

  it('ends in ERROR DEADLINE_EXCEEDED, unless what is there decides', () => {
    const late = ask({}, { deadlineAt: 5 });
    late.advance();
    late.now = 5;
    late.advance();
    expect(late.finish).toMatchObject({ status: 'ERROR', error: { code: 'DEADLINE_EXCEEDED' } });
    const justInTime = ask({}, { deadlineAt: 1_000_000 });
    justInTime.advance();
    while (justInTime.finish === null) {
      if (!justInTime.end(justInTime.openTasks()[0]!)) continue;
      if (justInTime.openTasks().length === 0 && kindsOf(justInTime).includes('evaluate')) justInTime.now = 1_000_000;
      justInTime.advance();
    }
    expect(justInTime.finish.status).toBe('GOLD');
  });

  it('changes nothing after the end', () => {
    const question = ask();
    question.runToEnd();
    question.run.cancelRequested = true;
    expect(nextCommands(question.run, question.now + 1e9)).toEqual([]);
  });
});

describe('stragglers', () => {
  const startGeneration = (settings: Partial<Settings> = {}): SimulatedQuestion => {
    const question = ask({}, { settings: { sqlCandidates: 10, ...settings } });
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    return question;
  };
  const generators = (question: SimulatedQuestion): ReturnType<SimulatedQuestion['openTasks']> =>
    question.openTasks().filter((task) => 'strategy' in (task.payload as object));

  it('are left behind once 70 % have ended and three times their median time has passed', () => {
    const question = startGeneration();
    question.now = 100;
    const wants = generators(question)
      .slice(0, 7)
      .map((task) => question.end(task));
    expect(wants).toEqual([false, false, false, false, false, false, true]);
    expect(question.advance()).toEqual([{ type: 'wake-at', at: 300 }]);
    question.now = 299;
    expect(question.advance()).toEqual([]);
    question.now = 300;
    const commands = question.advance();
    expect(commands).toContainEqual(
      expect.objectContaining({ type: 'close-stage', kind: 'generate', stragglers: true }),
    );
    expect(question.events).toContainEqual(
      expect.objectContaining({ type: 'stage-finished', stage: 'generate', tasks: 10, failed: 0, stragglers: 3 }),
    );
    expect(question.runToEnd().status).toBe('GOLD');
  });

  it('are waited for where the setting is off', () => {
    const question = startGeneration({ stragglers: null });
    question.now = 100;
    for (const task of generators(question).slice(0, 9)) expect(question.end(task)).toBe(false);
    question.now = 1_000_000;
    expect(question.advance()).toEqual([]);
  });
});

describe('prepare', () => {
  const lookedUp = (sendRows: boolean): unknown => {
    const question = ask({}, { question: "Who flies to 'Anchorage'?", settings: { sendRows } });
    question.run.words = ['anchorage'];
    question.advance();
    return question.openTasks()[0]?.payload;
  };

  it('looks up the values that the question names', () => {
    expect(lookedUp(true)).toEqual({ values: ['Anchorage'], words: ['anchorage'] });
  });

  it('looks up nothing where no value of the target database may reach a model', () => {
    expect(lookedUp(false)).toEqual({ values: [] });
  });
});
