interface DataBlock {
  kind: string;
  text: string;
}

const BLOCK = /<data-([A-Za-z0-9]+) kind="([a-z-]+)">\n([\s\S]*?)\n<\/data-\1>/g;
const NUMBERED_TEST = /^(\d+)\. (.*?)(?: \(evidence-critical\))?(?: \(reading\))?$/;
const CONTESTED_TEST = /## Test (\d+)[^\n]*\n+<data-[A-Za-z0-9]+ kind="contested-test">\nTest: ([^\n]*)\n/g;
const FAILED_TEST = /## Test (\d+)[^\n]*\n+<data-([A-Za-z0-9]+) kind="failed-test">\nTest: ([^\n]*)\n/g;

export class PromptReader {
  private readonly blocks: DataBlock[];

  constructor(private readonly prompt: string) {
    this.blocks = [...prompt.matchAll(BLOCK)].map(([, , kind, text]) => ({ kind: kind ?? '', text: text ?? '' }));
  }

  /** The last: prompts may quote earlier ones. */
  get question(): string | null {
    return this.texts('question').at(-1) ?? null;
  }

  get candidates(): string[] {
    return this.texts('candidate');
  }

  get report(): string | null {
    return this.texts('report').at(-1) ?? null;
  }

  get strategy(): string | null {
    return /^# Strategy: ([a-z-]+)$/m.exec(this.prompt)?.[1] ?? null;
  }

  get tests(): { number: number; statement: string }[] {
    return (this.texts('tests').at(-1) ?? '').split('\n').flatMap((line) => {
      const [, number, statement] = NUMBERED_TEST.exec(line) ?? [];
      return number === undefined || statement === undefined ? [] : [{ number: Number(number), statement }];
    });
  }

  get failedTests(): { number: number; statement: string }[] {
    return [...this.prompt.matchAll(FAILED_TEST)].map(([, number, , statement]) => ({
      number: Number(number),
      statement: statement ?? '',
    }));
  }

  get contestedTests(): { number: number; statement: string }[] {
    return [...this.prompt.matchAll(CONTESTED_TEST)].map(([, number, statement]) => ({
      number: Number(number),
      statement: statement ?? '',
    }));
  }

  private texts(kind: string): string[] {
    return this.blocks.filter((block) => block.kind === kind).map((block) => block.text);
  }
}
