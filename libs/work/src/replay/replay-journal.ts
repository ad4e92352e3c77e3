import type { ReplayDifference, StepKind } from '@assay/contracts';
import { CallTarget, readCompletion, type ModelMessage } from '@assay/llm';
import { storable, type ReplayedStep, type ReplayedTask } from '@assay/persistence';
import { isDeepStrictEqual } from 'node:util';
import { hashOf } from '../block-store.js';
import type { StepAnswer, StepOutcome } from '../journal.js';
import type { StoredCompletion } from '../models/journaled-calls.js';
import type { TaskJournal } from '../task-journal.js';
import { RecordEnded } from './record-ended.js';
import type { ReplayedChoice } from './replayed-choice.js';
import { firstDifference } from './text-difference.js';

export type PromptTexts = (request: unknown) => Promise<readonly [string, string] | null>;

/** How today's code read a step's answer. */
interface Notes {
  parser?: string | null;
  repaired?: boolean;
  flags?: string[];
  read?: unknown;
}

/** A journal that replays a task for comparison: answers come from the record and are parsed again. */
export class ReplayJournal implements TaskJournal {
  private readonly steps: ReadonlyMap<number, ReplayedStep>;
  private readonly found: ReplayDifference[] = [];
  private readonly notes = new Map<number, Notes>();
  private ordinal = 0;
  private messages: readonly ModelMessage[] = [];

  constructor(
    private readonly task: ReplayedTask,
    private readonly textsOf: PromptTexts,
  ) {
    this.steps = new Map(task.steps.map((step) => [step.ordinal, step]));
  }

  choice(): ReplayedChoice {
    const step = this.steps.get(this.ordinal + 1);
    const { model, effort } = (step?.request ?? {}) as { model?: string; effort?: string | null };
    return { endpoint: { baseUrl: '', apiKey: '' }, choice: { model: model ?? '', effort: effort ?? null } };
  }

  /** Call before each model call. */
  onRequest(messages: readonly ModelMessage[]): void {
    this.messages = messages;
  }

  async step(kind: StepKind, requestKey: string, _ask?: () => Promise<StepAnswer>): Promise<StepOutcome> {
    this.ordinal += 1;
    const step = this.steps.get(this.ordinal);
    if (step === undefined || step.kind !== kind || step.answer === null) throw new RecordEnded();
    if (step.requestHash !== hashOf(requestKey)) await this.compareRequests(step, requestKey);
    const answer = kind === 'model' ? this.reread(step) : step.answer;
    return { answer, raw: step.raw, replayed: true };
  }

  annotate(details: StepAnswer['details'], normalised?: unknown): void {
    const { parser, repaired, flags } = (details ?? {}) as Notes;
    const { read } = (normalised ?? {}) as { read?: unknown };
    this.notes.set(this.ordinal, { parser, repaired, flags, read });
  }

  recordFailure(): void {
    return;
  }

  publish(): void {
    return;
  }

  async flush(): Promise<void> {
    return Promise.resolve();
  }

  differences(): ReplayDifference[] {
    const readings = [...this.notes].flatMap(([ordinal, notes]) => this.readingDifferences(ordinal, notes));
    return [...this.found, ...readings];
  }

  noteOfTask(part: string, recorded: unknown, replayed: unknown): void {
    if (isDeepStrictEqual(plain(recorded), plain(replayed))) return;
    const at = `${this.task.queue}, task ${this.task.task}, ${part}`;
    this.found.push({ kind: 'decision', at, recorded, replayed });
  }

  private note(kind: ReplayDifference['kind'], part: string, recorded: unknown, replayed: unknown): void {
    if (!isDeepStrictEqual(plain(recorded), plain(replayed))) {
      this.found.push({ kind, at: `${this.place()}${part}`, recorded, replayed });
    }
  }

  private place(ordinal = this.ordinal): string {
    return `${this.task.queue}, task ${this.task.task}, call ${ordinal}`;
  }

  private async compareRequests(step: ReplayedStep, requestKey: string): Promise<void> {
    const today = JSON.parse(requestKey) as Record<string, unknown>;
    if (step.kind === 'database') {
      // results of another statement are not on record
      this.found.push({ kind: 'decision', at: `${this.place()}, query`, recorded: step.request, replayed: today });
      throw new RecordEnded();
    }
    const before = this.found.length;
    await this.compareTexts(step);
    const recorded = (step.request ?? {}) as Record<string, unknown>;
    for (const name of ['temperature', 'contract', 'tools']) {
      this.note('prompt', `, ${name}`, recorded[name] ?? null, today[name] ?? null);
    }
    if (this.found.length === before) this.note('prompt', '', step.requestHash, hashOf(requestKey));
  }

  private async compareTexts(step: ReplayedStep): Promise<void> {
    const recorded = await this.textsOf(step.request);
    if (recorded === null) return;
    const roles = ['system', 'user'] as const;
    roles.forEach((role, index) => {
      const today = this.messages.find((message) => message.role === role)?.content ?? '';
      const differing = firstDifference(recorded[index] ?? '', storable(today));
      if (differing !== null) this.note('prompt', `, ${role} prompt`, differing.recorded, differing.replayed);
    });
  }

  private reread(step: ReplayedStep): StoredCompletion {
    const recorded = step.answer as StoredCompletion;
    if (step.raw === null) return recorded;
    try {
      const target = new CallTarget({ model: step.model ?? '', apiKey: '' });
      const { content, toolCalls, refusal, finishReason } = readCompletion(step.raw, target);
      const parts = { content, toolCalls, refusal, finishReason };
      this.note('parser', ', response', storable(partsOf(recorded)), storable(parts));
      return { ...recorded, ...parts };
    } catch (error) {
      this.note('parser', ', response', partsOf(recorded), { error: (error as Error).message });
      return recorded;
    }
  }

  private readingDifferences(ordinal: number, notes: Notes): ReplayDifference[] {
    const step = this.steps.get(ordinal);
    if (step === undefined) return [];
    const { read } = step.answer as StoredCompletion;
    const pairs = [
      ['parser', [step.parser, step.repaired, step.flags], [notes.parser, notes.repaired, notes.flags]],
      ...(read === undefined || notes.read === undefined ? [] : [['answer', read, storable(notes.read)] as const]),
    ] as const;
    return pairs.flatMap(([part, recorded, replayed]) =>
      isDeepStrictEqual(plain(recorded), plain(replayed))
        ? []
        : [{ kind: 'parser' as const, at: `${this.place(ordinal)}, ${part}`, recorded, replayed }],
    );
  }
}

function partsOf({ content, toolCalls, refusal, finishReason }: StoredCompletion): object {
  return { content, toolCalls, refusal, finishReason };
}

/** The value after JSON, without key order and absent fields. */
export function plain(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);
}
