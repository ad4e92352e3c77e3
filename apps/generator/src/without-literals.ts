import type { StatementError } from '@assay/contracts';

/** Quoted texts, and numbers that stand alone. */
const LITERAL = /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\p{L}_])[+-]?\d+(?:[.,:/-]\d+)*(?![\p{L}_])/gu;

/** A database's error without the values it names, for workspaces whose rows no model may see. */
export function withoutLiterals(error: StatementError): StatementError {
  return { ...error, message: blank(error.message), hint: error.hint === null ? null : blank(error.hint) };
}

function blank(text: string): string {
  return text.replace(LITERAL, '[withheld]');
}
