import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ModelClient } from '@assay/llm';
import type { Config, Logger } from '@assay/runtime';
import { startScriptedModel, type ScriptedModel } from '@assay/testing';
import { openClient } from './agents.module.js';

describe('the client of models', () => {
  let model: ScriptedModel;
  let client: ModelClient;
  beforeEach(async () => {
    model = await startScriptedModel(() => ({ sum: 5 }));
  });
  afterEach(async () => {
    await client.close();
    await model.close();
  });

  async function complete(ofAdmin: boolean, isStore: boolean, modelHosts: string[] | null = null): Promise<unknown> {
    const url = new URL(model.url);
    url.hostname = 'localhost';
    const place = ofAdmin ? { host: url.hostname, port: Number(url.port), database: null } : null;
    const databaseUrl = isStore ? `postgres://assay@127.0.0.1:${url.port}/assay` : null;
    const config = { models: { place }, modelHosts, databaseUrl, queues: {}, scratch: {} } as unknown as Config;
    client = openClient({} as Logger, config);
    return client.complete(
      {
        baseUrl: url.href,
        apiKey: '',
        model: 'small',
        messages: [{ role: 'user', content: 'What is 2 + 3?' }],
        temperature: 0,
        effort: null,
        contract: null,
        mode: 'json_schema',
        timeoutMs: 60_000,
        headers: {},
      },
      new AbortController().signal,
    );
  }

  it('refuses a url of an admin that leads to a store when it is dialled', async () => {
    await expect(complete(true, true)).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE' });
    expect(model.callCount).toBe(0);
  });

  it('refuses a url of an admin whose host ASSAY_MODEL_HOSTS no longer lists', async () => {
    await expect(complete(true, false, ['other.example'])).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE' });
    expect(model.callCount).toBe(0);
  });

  it.each([
    ['any other url of an admin', true, false, null],
    ['a listed host', true, false, ['localhost']],
    ['what variables name', false, true, []],
  ])('calls %s', async (_what, ofAdmin, isStore, hosts) => {
    await expect(complete(ofAdmin, isStore, hosts)).resolves.toMatchObject({ content: '{"sum":5}' });
    expect(model.callCount).toBe(1);
  });
});
