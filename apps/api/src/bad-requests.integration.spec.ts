import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id, type ProblemDocument } from '@assay/contracts';
import { expandCase, readCases } from '@assay/testing';
import { ApiFixture, type Answer } from './testing/api-fixture.js';

/**
 * A request with its frozen answer: status, code, fields. The first file dates from zod, the second covers later
 * routes.
 */
interface RequestCase {
  request: string;
  key?: 'scoped' | 'none';
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  status: number;
  code?: string;
  fields: string[];
}

const CASES = ['bad-requests', 'bad-requests-later'].flatMap((name) =>
  readCases<RequestCase>(new URL(`./testing/${name}.jsonl`, import.meta.url)),
);
const ADMIN = 'admin-key-for-tests';

describe('requests that are not as they should be', () => {
  let api: ApiFixture;
  let keys: Record<string, string>;
  let names: Record<string, string>;

  const call = <Body>(route: string, body?: unknown, key = ADMIN): Promise<Answer<Body>> =>
    api.call<Body>(route, { body, headers: { authorization: `Bearer ${key}` } });
  const idOf = async (route: string, body: unknown): Promise<Id> => (await call<{ id: Id }>(route, body)).body.id;
  const workspace = (): Promise<Id> =>
    idOf('POST /v1/workspaces', {
      name: `shop ${newId()}`,
      database: { dialect: 'postgres', url: 'postgres://reader:secret@db/shop' },
    });
  const ask = (where: Id): Promise<Id> => idOf('POST /v1/questions', { workspace: where, question: 'How many?' });

  beforeAll(async () => {
    api = await ApiFixture.start({
      ASSAY_API_KEYS: ADMIN,
      ASSAY_RATE_LIMIT: '0',
      ASSAY_RATE_LIMIT_QUESTIONS: '0',
    });
    const [own, other, foreign] = [await workspace(), await workspace(), await workspace()];
    const [question, gold, foreignQuestion] = [await ask(own), await ask(own), await ask(foreign)];
    await api.finish(gold, 'GOLD', 'select 1');
    const story = await idOf('POST /v1/story-evaluations', {
      storyId: 's',
      candidates: [{ label: 'a', text: 'Once upon a time.' }],
      evaluators: [{ name: 'e' }],
      mode: 'prompt',
    });
    const page = await call<{ nextCursor: string }>('GET /v1/workspaces?limit=1');
    names = { workspace: own, other, foreign, question, gold, foreignQuestion, story, cursor: page.body.nextCursor };
    const scoped = await call<{ key: string }>('POST /v1/api-keys', {
      name: 'scoped',
      workspaces: [own],
      mayCurate: false,
    });
    keys = { scoped: scoped.body.key };
  });
  afterAll(() => api?.stop());

  it.each([...Map.groupBy(CASES, ({ request }) => request.split('?')[0])])('%s answers as before', async (_, cases) => {
    const before: object[] = [];
    const now: object[] = [];
    for (const frozen of cases) {
      const { status, code, fields, ...sent } = frozen;
      const answer = await send(frozen);
      before.push({ ...sent, status, code, fields });
      now.push({ ...sent, ...answer });
    }
    expect(now).toEqual(before);
  });

  it('are hundreds', () => expect(CASES.length).toBeGreaterThan(300));

  async function send(frozen: RequestCase): Promise<Pick<RequestCase, 'status' | 'code' | 'fields'>> {
    const { request, key, headers, body, text } = expandCase(frozen, { ...names, new: `shop ${newId()}` });
    const authorization: Record<string, string> =
      key === 'none' ? {} : { authorization: `Bearer ${key ? keys[key] : ADMIN}` };
    const answer = await api.call<ProblemDocument>(request, { body, text, headers: { ...authorization, ...headers } });
    // every refusal has next steps
    if (answer.status >= 400) expect(answer.body.nextSteps?.length).toBeGreaterThan(0);
    const { code, errors = [] } = answer.status < 400 ? ({} as Partial<ProblemDocument>) : answer.body;
    return { status: answer.status, code, fields: [...new Set(errors.map(({ field }) => field))].sort() };
  }
});
