import type { ExampleQuestion } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Api } from './harness/api-client.js';
import { startAssay, type AssayProcess } from './harness/assay-process.js';
import { QuestionViews } from './harness/question-views.js';

/** Words that are looked up in the demo database beside those of its own questions. */
const LOOK_UPS = ['How many customers live in Rome?', 'How many books are novels, and how many "Comics"?'];

const BY_NEED = { effort: 'balanced', verdicts: 'weighed' };

describe('the replay of the demo', () => {
  let assay: AssayProcess;
  let api: Api;
  let workspace: string;
  beforeAll(async () => {
    assay = await (await startAssay()).ready();
    api = new Api(assay.url);
    while ((workspace ??= await firstWorkspace()) === undefined) await delay(100);
  });
  afterAll(async () => {
    await assay?.stop();
    await assay?.removeData();
  });

  async function firstWorkspace(): Promise<string> {
    const { body } = await api.get<{ items: { id: string }[] }>('/v1/workspaces');
    return body.items[0]?.id as string;
  }

  it('reproduces every question, whatever way it went', async () => {
    const path = `/v1/workspaces/${workspace}/example-questions`;
    const { items } = (await api.get<{ items: ExampleQuestion[] }>(path)).body;
    expect(items.length).toBeGreaterThanOrEqual(8);
    const asked = [
      ...items.map(({ question, evidence, settings }) => ({ question, evidence, settings })),
      // in waves and by need, too
      ...items.map(({ question, evidence, settings }) => ({
        question,
        evidence,
        settings: { ...settings, ...BY_NEED },
      })),
      ...LOOK_UPS.map((question) => ({ question })),
    ];
    for (const body of asked) {
      const { id } = await api.expect<{ id: string }>(202, 'POST', '/v1/questions', { workspace, ...body });
      await new QuestionViews(api).ended(id);
      const report = await api.expect(200, 'POST', `/v1/questions/${id}/replay`);
      expect({ ...body, report }).toEqual({ ...body, report: { question: id, identical: true, differences: [] } });
    }
  });
});
