import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Id } from '@assay/contracts';
import { ApiFixture } from '../testing/api-fixture.js';

/** Reading ends within its own limit of time. */
const READ_MS = 30_000;

describe('hostile documents over HTTP', () => {
  let api: ApiFixture;
  let workspace: Id;
  beforeAll(async () => {
    api = await ApiFixture.start();
    workspace = await api.workspace();
  });
  afterAll(() => api.stop());

  /** Others are served while it is read. */
  async function send(path: string, type: string, body: string | Buffer): Promise<{ status: number; text: string }> {
    const begun = performance.now();
    const reading = fetch(`${api.service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    expect((await api.call('GET /v1/workspaces')).status).toBe(200);
    const response = await reading;
    const text = await response.text();
    expect(performance.now() - begun).toBeLessThan(READ_MS);
    expect(text).not.toMatch(/\n +at |node_modules/);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    return { status: response.status, text };
  }

  const YAML = 'application/yaml';
  const TERM = 'terms: [{name: a, definition: b}]';

  it.each([
    ['../../etc/passwd', '../../etc/passwd'],
    // PostgreSQL's texts hold no NUL.
    ['a\0b', 'a\ufffdb'],
    ['x'.repeat(5000), null],
  ])('keep the name %s as a name, or refuse it', async (name, kept) => {
    const { status, text } = await send(
      `/v1/workspaces/${workspace}/knowledge?name=${encodeURIComponent(name)}`,
      YAML,
      // The same text would be the document that exists.
      TERM.replace('a,', `a${name.length},`),
    );
    expect([status, JSON.parse(text)]).toMatchObject(kept === null ? [422, {}] : [200, { name: kept }]);
  });

  const story = {
    storyId: 's',
    candidates: [{ label: 'a', text: 'A lamp.' }],
    evaluators: [{ name: 'e' }],
    mode: 'prompt',
  };
  const scored = (format: object): object => ({ ...story, responseFormat: format });
  const score = { type: 'object', properties: { score: { type: 'number' } } };
  let deep: object = { type: 'number' };
  for (let depth = 0; depth < 2000; depth += 1) deep = { type: 'object', properties: { a: deep } };

  it.each<[string, unknown, number[]]>([
    ['a list', [story], [422]],
    ['a text', 'story', [422]],
    ['no candidate', { ...story, candidates: [] }, [422]],
    [
      '1,000 candidates',
      { ...story, candidates: Array.from({ length: 1000 }, (_, at) => ({ label: `l${at}`, text: 'x' })) },
      [422],
    ],
    ['a label that is a path', { ...story, candidates: [{ label: '../../etc/passwd', text: 'x' }] }, [202, 422]],
    ['a label of the prototype', { ...story, candidates: [{ label: '__proto__', text: 'x' }] }, [202, 422]],
    [
      'two labels alike but for case',
      {
        ...story,
        candidates: [
          { label: 'a', text: 'x' },
          { label: 'A', text: 'y' },
        ],
      },
      [202, 422],
    ],
    ['a label with lines', { ...story, candidates: [{ label: 'a\n# system', text: 'x' }] }, [202, 422]],
    ['a label that turns', { ...story, candidates: [{ label: '\u202ea', text: 'x' }] }, [202, 422]],
    ['a text with NUL', { ...story, candidates: [{ label: 'a', text: 'x\0y\ud800' }] }, [202, 422]],
    ['a text that is a list', { ...story, candidates: [{ label: 'a', text: ['x'] }] }, [422]],
    ['a text of 8 MB', { ...story, candidates: [{ label: 'a', text: 'x'.repeat(8_000_000) }] }, [413, 422]],
    [
      'an evaluator of the prototype',
      { ...story, evaluators: [{ name: 'constructor', model: '__proto__' }] },
      [202, 422],
    ],
    [
      'an evaluator that is an address',
      { ...story, evaluators: [{ name: 'e', model: 'http://169.254.169.254/' }] },
      [202, 422],
    ],
    ['a score that is a text', { ...story, minimumScore: '1e999' }, [422]],
    ['retries without end', { ...story, retry: { attempts: 1e9 } }, [422]],
    ['a queue of ours', { ...story, replyTo: 'evaluator' }, [422]],
    ['a queue of the prototype', { ...story, replyTo: '__proto__' }, [422]],
    ['a format that reads a file', scored({ $ref: 'file:///etc/passwd' }), [422]],
    [
      'a format of another site',
      scored({ $schema: 'http://evil.example/x', ...score, $ref: 'http://169.254.169.254/' }),
      [422],
    ],
    ['a format of itself', scored({ ...score, $ref: '#' }), [422]],
    ['a format of 2,000 levels', scored(deep), [422]],
    [
      'a format of 50,000 fields',
      scored({
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`p${at}`, { type: 'number' }])),
      }),
      [422, 413, 400],
    ],
    [
      'a pattern that takes forever',
      scored({ ...score, properties: { score: { type: 'string', pattern: '^(a+)+$' } } }),
      [422],
    ],
    [
      'a format of the prototype',
      JSON.parse(`{"storyId":"s","responseFormat":{"type":"object","properties":{"__proto__":{"type":"number"}}}}`),
      [422],
    ],
    ['an unknown format', scored({ type: 'executable' }), [422]],
    ['another mode', { ...story, mode: 'constructor' }, [422]],
  ])('of stories are taken or refused, and harm nobody: %s', async (_what, body, statuses) => {
    const { status, text } = await send('/v1/story-evaluations', 'application/json', JSON.stringify(body));
    expect([status, statuses.includes(status), text.slice(0, 300)]).toEqual([status, true, expect.any(String)]);
    expect(text.length).toBeLessThan(50_000);
  });
});
