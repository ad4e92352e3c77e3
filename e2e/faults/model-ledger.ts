import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelCall, ModelHandler, ModelReply } from '@assay/testing';

/** By the model; times are `performance.now()`. */
export interface BookedCall {
  task: string;
  question: string;
  agent: string;
  /** Hash of what was asked. */
  content: string;
  arrivedAt: number;
  /** Null: never answered. */
  answeredAt: number | null;
  /** False: the caller had disconnected. */
  isReceived: boolean;
}

/** Calls in this interval may have been lost. */
export interface FaultWindow {
  from: number;
  to: number;
  /** Null: all. */
  agents: readonly string[] | null;
  /** Heard but unrecorded answers when it struck. */
  unwritten: ReadonlySet<BookedCall>;
}

/** The model's own records: calls and answers, hence what was paid. */
export class ModelLedger {
  readonly calls: BookedCall[] = [];
  /** While true, every connection is cut. */
  away = false;
  private readonly watchers = new Set<(call: BookedCall) => void>();

  constructor(
    private readonly inner: ModelHandler,
    private readonly latencyMs: number,
  ) {}

  readonly handler = async (call: ModelCall): Promise<ModelReply> => {
    const booked: BookedCall = {
      task: call.task,
      question: call.question,
      agent: call.agent,
      content: createHash('sha256').update(JSON.stringify(call.body)).digest('hex'),
      arrivedAt: performance.now(),
      answeredAt: null,
      isReceived: false,
    };
    this.calls.push(booked);
    for (const watcher of [...this.watchers]) watcher(booked);
    if (this.away) return 'cut';
    const [reply] = await Promise.all([this.inner(call), delay(this.latencyMs * (0.8 + 0.1 * (call.index % 5)))]);
    if (this.away) return 'cut';
    booked.answeredAt = performance.now();
    booked.isReceived = !call.hasHungUp();
    return reply;
  };

  next(predicate: (call: BookedCall) => boolean): Promise<BookedCall> {
    return new Promise((resolve) => {
      const watcher = (call: BookedCall): void => {
        if (!predicate(call)) return;
        this.watchers.delete(watcher);
        resolve(call);
      };
      this.watchers.add(watcher);
    });
  }

  /** Heard answers beyond the recorded count of each task. */
  unwritten(recorded: ReadonlyMap<string, number>): Set<BookedCall> {
    const received = Map.groupBy(
      this.calls.filter(({ isReceived }) => isReceived),
      ({ task }) => task,
    );
    return new Set(
      [...received].flatMap(([task, calls]) => {
        const contents = new Set(calls.map(({ content }) => content));
        const missing = new Set([...contents].slice(recorded.get(task) ?? 0));
        return calls.filter(({ content }) => missing.has(content));
      }),
    );
  }

  /** Repeated answers that no fault excuses. */
  paidTwice(question: string, faults: readonly FaultWindow[]): BookedCall[] {
    const byContent = Map.groupBy(
      this.calls.filter((call) => call.question === question && call.answeredAt !== null),
      (call) => `${call.task} ${call.content}`,
    );
    return [...byContent.values()].flatMap((calls) => calls.slice(0, -1).filter((call) => !isExpected(call, faults)));
  }

  /** Heard requests by task: must be on record. */
  answered(question: string, faults: readonly FaultWindow[]): Map<string, { atLeast: number; atMost: number }> {
    const byTask = Map.groupBy(
      this.calls.filter((call) => call.question === question && call.isReceived),
      (call) => call.task,
    );
    return new Map(
      [...byTask].map(([task, calls]) => [
        task,
        {
          atLeast: new Set(calls.filter((call) => !isExpected(call, faults)).map((call) => call.content)).size,
          atMost: new Set(calls.map((call) => call.content)).size,
        },
      ]),
    );
  }
}

function isExpected(call: BookedCall, faults: readonly FaultWindow[]): boolean {
  const { arrivedAt, answeredAt } = call;
  return faults.some(
    ({ from, to, agents, unwritten }) =>
      (agents === null || agents.includes(call.agent)) &&
      (unwritten.has(call) || (arrivedAt < to && (answeredAt ?? Number.POSITIVE_INFINITY) > from)),
  );
}
