import type { Level } from '@assay/contracts';
import type { ModelCall } from '@assay/testing';

/** A fenced block of a prompt: its kind and what stands in it. */
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

/** One call as a script sees it: what the prompt holds, found by its fences, and where the call stands. */
export class AgentCall {
  /** When it arrived, milliseconds of this process's clock. */
  readonly at = performance.now();
  private readonly blocks: DataBlock[];

  constructor(
    readonly call: ModelCall,
    /** 0 for a task's first call by this agent, 1 for the next. */
    readonly turn: number,
    /** 0, 1, … over the tasks of this agent at this level and moment, in order of arrival. */
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

  /** SQLs under judgement, or of a pair; for a test generator, what makes it the second moment. */
  get candidates(): string[] {
    return this.texts('candidate');
  }

  /** The validator's report on the previous answer; null for a first answer. */
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

  /** The failed tests that a supervisor is to look at, with the evaluator's reasons. */
  get failedTests(): { number: number; statement: string; reason: string }[] {
    return [...this.prompt.matchAll(FAILED_TEST)].map(([, number, , statement, reason]) => ({
      number: Number(number),
      statement: statement ?? '',
      reason: reason ?? '',
    }));
  }

  /** The contested tests that a supervisor is to try; none where it looks at failed ones. */
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

/** The question as the prompt holds it. */
export function questionOf(prompt: string): string {
  return (
    blocksOf(prompt)
      .filter(({ kind }) => kind === 'question')
      .at(-1)?.text ?? ''
  );
}

/** The scripted models are named after the levels. */
export function levelOf(call: ModelCall): Level {
  return call.body.model.replace('model-', '').toUpperCase() as Level;
}
