import type { Settings } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, dead, verdicts } from './fixtures/scripted-agents.js';
import { SimulatedQuestion } from './fixtures/simulated-question.js';

const SPENT = { code: 'BUDGET_EXCEEDED', message: 'The limit of 20 calls is reached.' };

/** The second level hits its limit. @param passes whether the first level's SQLs pass */
function ask(passes: boolean, settings: Partial<Settings> = {}): SimulatedQuestion {
  return new SimulatedQuestion(
    { settings: { verdicts: 'weighed', testBatches: 1, sqlCandidates: 4, escalateBelow: 1, ...settings } },
    agreeableAgents({
      generate: (_task, { attempt }) => (attempt === 1 ? candidate('a') : dead(SPENT.code, SPENT.message)),
      evaluate: (_task, { input }) => verdicts(...input.tests.map(() => passes || 'no')),
    }),
  );
}

function warningsOf({ events }: SimulatedQuestion): string[] {
  return events.flatMap((event) => (event.type === 'warning-raised' ? [event.code] : []));
}

describe('a limit', () => {
  it('returns what passes and is likely enough, with the limit as a warning', () => {
    const question = ask(true);
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', error: null, result: { sqlList: [{ sql: 'a' }] } });
    expect(warningsOf(question)).toContain(SPENT.code);
  });

  it('is the reason of a SILVER that passes its tests', () => {
    const question = ask(true, { goldConfidence: 0.999 });
    expect(question.runToEnd()).toMatchObject({ status: 'SILVER', silver: { why: 'limit' } });
  });

  it('returns a likely class that failed tests as that', () => {
    expect(ask(false).runToEnd()).toMatchObject({ status: 'SILVER', silver: { why: 'failed-tests' } });
  });

  it('ends in ERROR where nothing may be returned, or verdicts are final', () => {
    expect(ask(false, { allowSilver: false }).runToEnd()).toMatchObject({ status: 'ERROR', error: SPENT });
    expect(ask(false, { verdicts: 'final' }).runToEnd()).toMatchObject({ status: 'ERROR', error: SPENT });
  });

  it('that is a deadline returns what was judged before it', () => {
    const question = ask(true, { maxLevel: 'ADVANCED' });
    question.advance();
    while (question.run.attempts.length < 2) {
      const [task] = question.openTasks();
      if (task !== undefined && question.end(task)) question.advance();
    }
    question.run.deadlineAt = question.now;
    question.advance();
    expect(question.finish).toMatchObject({ status: 'GOLD', error: null });
    expect(warningsOf(question)).toContain('DEADLINE_EXCEEDED');
  });
});
