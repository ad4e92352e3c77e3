import type { Severity } from '@assay/contracts';
import type { OtherWords } from '@assay/llm';

interface VerdictLine {
  test: number;
  verdict: 'OK' | 'KO';
  severity: Severity | null;
  reason: string;
}

const MARKS = '[\\s>*_`#-]*';
const LINE = new RegExp(
  `^${MARKS}(?:test\\s*)?#?(\\d{1,4})${MARKS}[:.)–—]?${MARKS}\\b(OK|KO|PASS(?:ED)?|FAIL(?:ED)?)\\b${MARKS}` +
    `(?:\\(?\\s*(blocking|minor|none)\\b\\s*\\)?)?[\\s*_\`:,;–—-]*(.*)$`,
  'i',
);

function readVerdictLines(text: string): VerdictLine[] {
  return text.split('\n').flatMap((line) => {
    const [, test, word = '', severity, reason = ''] = LINE.exec(line) ?? [];
    if (test === undefined) return [];
    const verdict = /^(?:OK|PASS)/i.test(word) ? 'OK' : 'KO';
    return [{ test: Number(test), verdict, severity: severityOf(severity), reason: reason.trim() }];
  });
}

function severityOf(word: string | undefined): Severity | null {
  return (word?.toLowerCase() ?? null) as Severity | null;
}

const INSTEAD =
  'Your answers to this were not in the asked shape. Forget that shape: write no JSON, no heading, nothing before and ' +
  'nothing after. Write one line for each test, exactly so:';

/** Asks for one line per test, after answers that broke the contract. */
export function evaluatorsLines(numbers: readonly number[]): OtherWords {
  const [first = 1, second = first + 1] = numbers;
  const example = [`Test ${first}: OK - why it passes`, `Test ${second}: KO - what becomes wrong in the result`];
  return {
    words: wordsWith(example, numbers),
    read: (text) => {
      const lines = readVerdictLines(text);
      if (lines.length === 0) return null;
      return { reasoning: '', verdicts: lines.map(({ test, verdict, reason }) => ({ test, verdict, reason })) };
    },
  };
}

/** With severities. */
export function supervisorsLines(numbers: readonly number[]): OtherWords {
  const [first = 1, second = first + 1] = numbers;
  const example = [
    `Test ${first}: OK (none) - why there is no fault (or OK (minor), where the fault is not grave)`,
    `Test ${second}: KO (blocking) - why the SQL must be rejected`,
  ];
  return {
    words: wordsWith(example, numbers),
    read: (text) => {
      const lines = readVerdictLines(text);
      if (lines.length === 0) return null;
      return {
        reasoning: '',
        reviews: lines.map(({ severity, ...line }) => ({
          ...line,
          severity: severity ?? (line.verdict === 'OK' ? 'minor' : 'blocking'),
        })),
      };
    },
  };
}

function wordsWith(example: readonly string[], numbers: readonly number[]): string {
  return `${INSTEAD}\n\n${example.join('\n')}\n\nThe tests are: ${numbers.join(', ')}.`;
}
