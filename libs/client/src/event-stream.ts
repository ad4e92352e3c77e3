import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiProblem } from './api-problem.js';
import { ConnectionProblem } from './connection-problem.js';
import type { HttpTransport, RequestOptions } from './http-transport.js';
import { ReconnectBudget } from './reconnect-budget.js';
import { wait } from './wait.js';

export interface EventStreamOptions extends RequestOptions {
  /** Sequence of the last known event; default: from the first. */
  after?: number;
  /** Milliseconds of reconnection attempts (default 60 000). */
  reconnectForMs?: number;
  /** Silence before reconnecting, ms (default 45 000): a dead connection looks quiet. */
  idleMs?: number;
}

const LONGEST_EVENT = 16_000_000;

interface Sequenced {
  sequence: number;
}

interface Stream<Event> {
  transport: HttpTransport;
  path: string;
  isLast: (event: Event) => boolean;
  options: EventStreamOptions;
  budget: ReconnectBudget;
  last: number;
}

/** `idle` reconnects at once, `cut` with a delay. */
type Ending = 'finished' | 'idle' | 'cut';

/**
 * Each event once, in order, until `isLast`; resumes with Last-Event-ID.
 * @throws ApiProblem, ConnectionProblem if permanent (401, 404), or the last one if not opened or resumed in time
 */
export async function* readEvents<Event extends Sequenced>(
  transport: HttpTransport,
  path: string,
  isLast: (event: Event) => boolean,
  options: EventStreamOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const budget = new ReconnectBudget(options.reconnectForMs ?? 60_000);
  const stream: Stream<Event> = { transport, path, isLast, options, budget, last: options.after ?? 0 };
  for (;;) {
    const response = await open(stream);
    const openedAt = Date.now();
    const ending = yield* eventsOf(response, stream);
    if (ending === 'finished') return;
    if (ending === 'idle') continue;
    budget.lived(Date.now() - openedAt);
    const problem = `Assay at ${transport.url} stopped sending events, and the rest could not be requested.`;
    await budget.waitOr(new ConnectionProblem('STREAM_LOST', transport.url, problem), null, options.signal);
  }
}

async function open<Event>({ transport, path, options, budget, last }: Stream<Event>): Promise<Response> {
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (last > 0) headers['last-event-id'] = String(last);
  for (;;) {
    try {
      return await transport.open({ method: 'GET', path, headers, signal: options.signal });
    } catch (error) {
      const isRetryable = (error instanceof ApiProblem || error instanceof ConnectionProblem) && error.retryable;
      if (!isRetryable) throw error;
      await budget.waitOr(error, error.retryAfterMs, options.signal);
    }
  }
}

async function* eventsOf<Event extends Sequenced>(
  response: Response,
  stream: Stream<Event>,
): AsyncGenerator<Event, Ending, undefined> {
  // 204 ends an event stream (HTML standard).
  if (response.status === 204 || response.body === null) return 'finished';
  const { budget, options } = stream;
  const arrived: EventSourceMessage[] = [];
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: LONGEST_EVENT,
    onEvent: (message) => arrived.push(message),
    onRetry: (delayMs) => budget.suggest(delayMs),
    onError: ({ type }) => (isTooLong ||= type === 'max-buffer-size-exceeded'),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const chunk = await readWithin(reader, options);
      if ('ending' in chunk) return chunk.ending;
      parser.feed(chunk.text);
      if (isTooLong) throw notAssay(stream);
      for (const message of arrived.splice(0)) {
        const event = parseEvent<Event>(message, stream);
        if (event.sequence <= stream.last) continue;
        stream.last = event.sequence;
        budget.restore();
        yield event;
        if (stream.isLast(event)) return 'finished';
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<string>,
  { idleMs = 45_000, signal }: EventStreamOptions,
): Promise<{ text: string } | { ending: Ending }> {
  const timer = new AbortController();
  const idle = wait(idleMs, timer.signal).then(() => 'idle' as const);
  try {
    const chunk = await Promise.race([reader.read(), idle]);
    if (chunk === 'idle') return { ending: 'idle' };
    return chunk.done ? { ending: 'cut' } : { text: chunk.value };
  } catch {
    if (signal?.aborted) throw signal.reason;
    return { ending: 'cut' };
  } finally {
    idle.catch(() => undefined);
    timer.abort();
  }
}

function parseEvent<Event extends Sequenced>(message: EventSourceMessage, stream: Stream<Event>): Event {
  let event: Event | null;
  try {
    event = JSON.parse(message.data) as Event | null;
  } catch (error) {
    throw notAssay(stream, error);
  }
  if (!Number.isSafeInteger(event?.sequence)) throw notAssay(stream);
  return event as Event;
}

function notAssay<Event>({ transport }: Stream<Event>, cause?: unknown): ConnectionProblem {
  const text = `${transport.url} sent what is no event of Assay; is this the address of Assay?`;
  return new ConnectionProblem('NOT_ASSAY', transport.url, text, cause);
}
