import { describe, expect, it } from '@jest/globals';
import { ApiProblem, type AssayClient } from '@assay/client';
import { KeyCheck } from './key-check.js';

function checkAgainst(statusOf: (key: string | undefined) => number): { check: KeyCheck; asked: () => number } {
  let asked = 0;
  const list = async (key: string | undefined): Promise<object> => {
    asked += 1;
    const status = statusOf(key);
    if (status === 200) return { items: [], nextCursor: null };
    throw new ApiProblem({ type: 'about:blank', title: 'No', detail: '', code: 'NO', status });
  };
  const clientWith = (key: string | undefined) => ({ workspaces: { list: () => list(key) } }) as unknown as AssayClient;
  return { check: new KeyCheck(clientWith), asked: () => asked };
}

describe('the check of API keys', () => {
  it.each([401, 403, 429])('refuses a key that Assay answers with %i, and asks again each time', async (status) => {
    const { check, asked } = checkAgainst(() => status);
    expect(await check.refusalOf('wrong')).toMatchObject({ status });
    expect(await check.refusalOf('wrong')).toMatchObject({ status });
    expect(asked()).toBe(2);
  });

  it('checks a valid key once, and each key separately', async () => {
    const { check, asked } = checkAgainst((key) => (key === 'good' ? 200 : 401));
    expect([await check.refusalOf('good'), await check.refusalOf('good')]).toEqual([null, null]);
    expect(asked()).toBe(1);
    expect(await check.refusalOf(undefined)).toMatchObject({ status: 401 });
  });

  it('leaves a key to the tools while Assay cannot answer, and asks again', async () => {
    const { check, asked } = checkAgainst(() => 503);
    expect([await check.refusalOf('any'), await check.refusalOf('any')]).toEqual([null, null]);
    expect(asked()).toBe(2);
  });
});
