import { expect, it } from '@jest/globals';
import { SERVICES } from '@assay/contracts';
import { CHILD_DIALECTS, createFiles, halfReadQuestions } from '../harness/half-read.js';
import { QuestionViews } from '../harness/question-views.js';
import type { FaultStage } from './fault-stage.js';
import { askOne } from './questions-in-flight.js';

/** `e2e/sessions` asks all. */
const EVERY = 3;

/** Statements that end while their result is half read. */
export function describeSessions(stage: () => FaultStage): void {
  it('no process of a service ends', async () => {
    const { fleet } = stage();
    const urls = await createFiles(fleet.files);
    const processes = SERVICES.map(({ name }) => fleet.process(name));
    const ends = CHILD_DIALECTS.map(async (dialect) => {
      const body = { name: `sessions-${dialect}`, database: { dialect, url: urls[dialect] } };
      const { id } = await fleet.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', body);
      const some = halfReadQuestions(dialect).filter((_, index) => index % EVERY === 0);
      const asked = await Promise.all(some.map((question) => askOne(fleet, id, question)));
      for (const question of asked) await new QuestionViews(fleet.api).ended(question);
    });
    await Promise.all(ends);
    expect(processes.filter(({ running }) => !running)).toEqual([]);
    expect(processes.map(({ output }) => output).join('\n')).not.toContain('uncaught');
  });
}
