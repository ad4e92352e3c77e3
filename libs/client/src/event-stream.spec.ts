import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '@assay/contracts';
import { ApiProblem, AssayClient, ConnectionProblem, type EventStreamOptions } from './index.js';
import { FakeAssay, recordedEvents, sampleId, sampleRun } from './testing/index.js';

const id = sampleId(1);
const route = 'GET /v1/questions/:id/events';
const { events } = sampleRun();

let fake: FakeAssay;
beforeEach(async () => {
  fake = await FakeAssay.start();
});
afterEach(async () => fake.close());

async function follow(options: EventStreamOptions = {}): Promise<RecordedEvent[]> {
  const seen: RecordedEvent[] = [];
  for await (const event of new AssayClient({ url: fake.url }).questions.events(id, options)) seen.push(event);
  return seen;
}

function lastEventIds(): (string | undefined)[] {
  return fake.requestsTo(route).map(({ headers }) => headers['last-event-id'] as string | undefined);
}

describe('event stream', () => {
  it('gives every event once, and ends after question-finished though the server holds the connection', async () => {
    fake.on(route, { events, hold: true });
    expect(await follow()).toEqual(events);
    expect(fake.requests).toHaveLength(1);
  });

  it('resumes a connection that is cut with Last-Event-ID', async () => {
    fake.on(route, { events, cutAfter: 3 }, { events, cutAfter: 4 }, { events });
    expect(await follow()).toEqual(events);
    expect(lastEventIds()).toEqual([undefined, '3', '7']);
  });

  it('skips what a server sends again', async () => {
    const forgetful = (request: { headers: Record<string, unknown> }): { events: RecordedEvent[] } => {
      delete request.headers['last-event-id'];
      return { events };
    };
    fake.on(route, { events, cutAfter: 5 }, forgetful);
    expect(await follow()).toEqual(events);
  });

  it('begins after a sequence that the caller knows', async () => {
    fake.on(route, { events });
    expect(await follow({ after: 30 })).toEqual(events.slice(30));
  });

  it('waits for a server that is busy or restarts', async () => {
    const busy = { status: 503, body: { code: 'STARTING', detail: 'Soon.' } };
    fake.on(route, { events, cutAfter: 2 }, busy, { events });
    expect(await follow()).toEqual(events);
  });

  it('reconnects a silent connection, without losing patience', async () => {
    fake.on(route, { events: events.slice(0, 2), hold: true }, { events });
    expect(await follow({ idleMs: 60, reconnectForMs: 0 })).toEqual(events);
  });

  it('throws at once what will not change', async () => {
    await expect(follow()).rejects.toBeInstanceOf(ApiProblem);
    expect(fake.requests).toHaveLength(1);
  });

  it('throws when it cannot be resumed in time', async () => {
    fake.on(route, { events: events.slice(0, 3) });
    const lost = follow({ reconnectForMs: 400 });
    await expect(lost).rejects.toMatchObject({ code: 'STREAM_LOST' });
    await expect(lost).rejects.toBeInstanceOf(ConnectionProblem);
  });

  it('says so when something else than Assay sends events', async () => {
    fake.on(route, { headers: { 'content-type': 'text/event-stream' }, body: 'data: hello\n\n' });
    await expect(follow()).rejects.toMatchObject({ code: 'NOT_ASSAY' });
  });

  it("ends with the caller's reason when the caller aborts, connected or waiting", async () => {
    fake.on(route, { events: events.slice(0, 1), hold: true });
    await expect(follow({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: 'TimeoutError' });
    fake.on(route, { events: [] });
    await expect(follow({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('closes its connection when the caller stops listening', async () => {
    fake.on(route, { events, hold: true });
    for await (const event of new AssayClient({ url: fake.url }).questions.events(id)) if (event.sequence === 2) break;
    expect(fake.requests).toHaveLength(1);
  });

  it('ends a story evaluation after the event that reports its status', async () => {
    const reported = [
      { sequence: 1, type: 'evaluation-accepted', at: '' },
      { sequence: 2, type: 'stage-finished', at: '' },
      { sequence: 3, type: 'evaluation-finished', at: '', status: 'DONE' },
    ];
    fake.on('GET /v1/story-evaluations/:id/events', { events: reported, hold: true });
    const seen: number[] = [];
    for await (const { sequence } of new AssayClient({ url: fake.url }).storyEvaluations.events(id))
      seen.push(sequence);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('carries texts with line breaks and any script', async () => {
    const odd = recordedEvents([
      { type: 'warning-raised', code: 'X', message: 'zwei\nZeilen\r\n — データ 🦀' },
      { type: 'question-finished', status: 'ERROR', case: null, level: 'BASIC' },
    ]);
    fake.on(route, { events: odd });
    expect(await follow()).toEqual(odd);
  });
});
