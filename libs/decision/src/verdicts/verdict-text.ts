import type { Verdict } from '@assay/contracts';

export interface TextVerdict {
  verdict: Verdict;
  reason: string;
}

/**
 * `SQL #n: OK, KO - reason, ??` (PASS, FAIL, UNDECIDED), for logs and models that answer in text. Ambiguous reasons are
 * JSON strings.
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

/** Commas, quotes, backslashes, unprintables, outer blanks, or a reason that looks like a verdict. */
function needsQuotes(reason: string): boolean {
  return (
    /[,"\\\p{Cc}\u2028\u2029]/u.test(reason) ||
    reason !== reason.trim() ||
    /^(?:OK|KO|\?\?)(?![\p{L}\p{N}])/iu.test(reason) ||
    /^[-–—:]/u.test(reason) ||
    /\p{Cs}/u.test(reason)
  );
}

/** A one-line JSON string; escapes every kind of line break. */
function quote(reason: string): string {
  return JSON.stringify(reason).replace(
    /[\u007f-\u009f\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
