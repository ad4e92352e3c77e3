import type { Level } from '@assay/contracts';
import type { ModelCall } from '@assay/testing';

/** Kind and content. */
interface DataBlock {
  kind: string;
  text: string;
}

const BLOCK = /<data-([A-Za-z0-9]+) kind="([a-z-]+)">\n([\s\S]*?)\n<\/data-\1>/g;
const NUMBERED_TEST = /^(\d+)\. (.*?)( \(evidence-critical\))?(?: \(reading\))?$/;
const CONTESTED_TEST = /## Test (\d+)[^\n]*\n+<data-[A-Za-z0-9]+ kind="contested-test">\nTest: ([^\n]*)\n/g;
const FAILED_TEST =
  /## Test (\d+)[^\n]*\n+<data-([A-Za-z0-9]+) kind="failed-test">\nTest: ([^\n]*)\nThe judge's reason: ([^\n]*)\n/g;

export interface TestLine {
  number: number;
  statement: string;
  evidenceCritical: boolean;
}

/** A call for scripts: prompt contents and position. */
export class AgentCall {
  /** Arrival, `performance.now()`. */
  readonly at = performance.now();
  private readonly blocks: DataBlock[];

  constructor(
    readonly call: ModelCall,
    /** From 0 per task and agent. */
    readonly turn: number,
    /** From 0 over the agent's tasks at this level and moment. */
    readonly job: number,
  ) {
    this.blocks = blocksOf(call.prompt);
  }

  get agent(): string {
    return this.call.agent;
  }

  get task(): string {
    return this.call.task;
  }

  get prompt(): string {
    return this.call.prompt;
  }

  get temperature(): number | undefined {
    return this.call.body.temperature;
  }

  get level(): Level {
    return levelOf(this.call);
  }

  /** Judged or compared SQLs; mark the second moment for test generators. */
  get candidates(): string[] {
    return this.texts('candidate');
  }

  /** Null at first. */
  get report(): string | null {
    return this.texts('report').at(-1) ?? null;
  }

  get strategy(): string | null {
    return /^# Strategy: ([a-z-]+)$/m.exec(this.prompt)?.[1] ?? null;
  }

  get schema(): string {
    return this.texts('schema').join('\n');
  }

  get tests(): TestLine[] {
    return (this.texts('tests').at(-1) ?? '').split('\n').flatMap((line) => {
      const [, number, statement, critical] = NUMBERED_TEST.exec(line) ?? [];
      return number === undefined || statement === undefined
        ? []
        : [{ number: Number(number), statement, evidenceCritical: critical !== undefined }];
    });
  }

  /** With the evaluator's reasons. */
  get failedTests(): { number: number; statement: string; reason: string }[] {
    return [...this.prompt.matchAll(FAILED_TEST)].map(([, number, , statement, reason]) => ({
      number: Number(number),
      statement: statement ?? '',
      reason: reason ?? '',
    }));
  }

  /** Empty in reviews. */
  get contestedTests(): { number: number; statement: string }[] {
    return [...this.prompt.matchAll(CONTESTED_TEST)].map(([, number, statement]) => ({
      number: Number(number),
      statement: statement ?? '',
    }));
  }

  texts(kind: string): string[] {
    return this.blocks.filter((block) => block.kind === kind).map((block) => block.text);
  }
}

function blocksOf(prompt: string): DataBlock[] {
  return [...prompt.matchAll(BLOCK)].map(([, , kind, text]) => ({ kind: kind ?? '', text: text ?? '' }));
}

export function questionOf(prompt: string): string {
  return (
    blocksOf(prompt)
      .filter(({ kind }) => kind === 'question')
      .at(-1)?.text ?? ''
  );
}

/** Scripted models are named by level. */
export function levelOf(call: ModelCall): Level {
  return call.body.model.replace('model-', '').toUpperCase() as Level;
}
