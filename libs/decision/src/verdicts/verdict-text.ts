import type { Verdict } from '@assay/contracts';

/** One verdict of the textual form. A PASS has no reason there. */
export interface TextVerdict {
  verdict: Verdict;
  reason: string;
}

/**
 * The textual form of a candidate's verdicts, for logs and for models that answer in text:
 * `SQL #n: OK, KO - reason, ??`.
 *
 * OK is PASS, KO is FAIL, `??` is UNDECIDED. The reason of a KO is written as it is where that reads back the same,
 * else as a JSON string. Source: the evaluation and selection seed.
 */
export function formatVerdicts(number: number, verdicts: readonly TextVerdict[]): string {
  return `SQL #${number}: ${verdicts.map(formatVerdict).join(', ')}`.trimEnd();
}

function formatVerdict({ verdict, reason }: TextVerdict): string {
  if (verdict === 'PASS') return 'OK';
  if (verdict === 'UNDECIDED') return '??';
  if (reason === '') return 'KO';
  return `KO - ${needsQuotes(reason) ? quote(reason) : reason}`;
}

/** Commas, quotes, backslashes and anything unprintable; outer blanks; a reason that could be read as a verdict. */
function needsQuotes(reason: string): boolean {
  return (
    /[,"\\\p{Cc}\u2028\u2029]/u.test(reason) ||
    reason !== reason.trim() ||
    /^(?:OK|KO|\?\?)(?![\p{L}\p{N}])/iu.test(reason) ||
    /^[-–—:]/u.test(reason) ||
    /\p{Cs}/u.test(reason)
  );
}

/** A JSON string on one line, whatever counts as a line break. */
function quote(reason: string): string {
  return JSON.stringify(reason).replace(
    /[\u007f-\u009f\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
