import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AssayClient } from '@assay/client';
import type { Id, RecordedEvent } from '@assay/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFixture } from '../testing/api-fixture.js';

describe('events of a question', () => {
  let api: ApiFixture;
  let workspace: Id;
  beforeAll(async () => {
    api = await ApiFixture.start();
    workspace = await api.workspace();
  });
  afterAll(() => api.stop());

  const open = (question: Id, after?: number | string): Promise<Response> =>
    fetch(`${api.service.url}/v1/questions/${question}/events`, {
      headers: after === undefined ? {} : { 'last-event-id': String(after) },
    });

  async function framesOf(response: Response): Promise<{ id: string; event: RecordedEvent }[]> {
    const text = await response.text();
    return [...text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, line]) => ({
      id: id as string,
      event: JSON.parse(line as string) as RecordedEvent,
    }));
  }

  it('replay from the start and end after question-finished', async () => {
    const question = await api.ask(workspace);
    await api.publish(question, 'attempt-started', { level: 'BASIC', reason: null });
    await api.finish(question, 'GOLD', 'select 1');
    const response = await open(question);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const frames = await framesOf(response);
    expect(frames.map((frame) => frame.id)).toEqual(['1', '2', '3']);
    expect(frames.map((frame) => frame.event)).toEqual([
      { sequence: 1, type: 'question-accepted', at: expect.stringMatching(/Z$/) },
      { sequence: 2, type: 'attempt-started', at: expect.stringMatching(/Z$/), level: 'BASIC', reason: null },
      { sequence: 3, type: 'question-finished', at: expect.stringMatching(/Z$/), status: 'GOLD' },
    ]);
  });

  it('continue after Last-Event-ID, and are over (204) after the last one', async () => {
    const question = await api.ask(workspace);
    await api.publish(question, 'tests-reduced', { before: 3, after: 2 });
    await api.finish(question, 'FAILED', null);
    expect((await framesOf(await open(question, 1))).map((frame) => frame.id)).toEqual(['2', '3']);
    const over = await open(question, 3);
    expect([over.status, await over.text()]).toEqual([204, '']);
    expect((await framesOf(await open(question, 'rubbish'))).map((frame) => frame.id)).toEqual(['1', '2', '3']);
  });

  it('come as they are committed, with hints or without', async () => {
    const question = await api.ask(workspace);
    const client = new AssayClient({ url: api.service.url });
    const seen: string[] = [];
    const following = (async () => {
      for await (const event of client.questions.events(question)) seen.push(event.type);
    })();
    const until = async (type: string): Promise<void> => {
      while (!seen.includes(type)) await sleep(10);
    };
    await until('question-accepted');
    await api.publish(question, 'attempt-started', { level: 'BASIC', reason: null });
    api.work.hints.send('events', question);
    await until('attempt-started');
    await api.publish(question, 'tests-reduced', { before: 1, after: 1 });
    await until('tests-reduced');
    await api.finish(question, 'GOLD', 'select 1');
    await following;
    expect(seen).toEqual(['question-accepted', 'attempt-started', 'tests-reduced', 'question-finished']);
  });

  it('reach every follower, each from where it stands, however many there are', async () => {
    const question = await api.ask(workspace);
    const many = Promise.all(
      Array.from({ length: 30 }, async (_, index) =>
        (await framesOf(await open(question, index % 3))).map((frame) => Number(frame.id)),
      ),
    );
    for (let count = 0; count < 50; count += 1) {
      await api.publish(question, 'warning-raised', { code: 'X', message: `warning ${count}` });
      if (count % 5 === 0) api.work.hints.send('events', question);
    }
    await api.finish(question, 'GOLD', 'select 1');
    for (const [index, ids] of (await many).entries()) {
      const first = (index % 3) + 1;
      expect(ids).toEqual(Array.from({ length: 53 - first }, (_, step) => first + step));
    }
  });

  it('end when the question is erased', async () => {
    const deletedWorkspace = await api.workspace();
    const response = await open(await api.ask(deletedWorkspace));
    let reported = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      reported += chunk;
      if (/^id: 1\n/m.test(reported)) await api.call(`DELETE /v1/workspaces/${deletedWorkspace}`);
    }
    expect([...reported.matchAll(/"type":"([^"]+)"/g)].map(([, type]) => type)).toEqual(['question-accepted']);
  });

  it('do not hold a stopping process up', async () => {
    const other = await ApiFixture.start();
    const question = await other.ask(await other.workspace());
    const response = await fetch(`${other.service.url}/v1/questions/${question}/events`);
    const text = response.text();
    // must not wait for the stream of an unfinished question
    await other.stop();
    expect(await text).toContain('question-accepted');
  });
});
