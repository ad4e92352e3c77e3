import { PermanentError, type InfrastructureError, type StatementError } from '@assay/contracts';
import { categoryOfError } from '@assay/sql';
import { unreachable } from '../connection/target-errors.js';
import { targetFault, type TargetFault, unreachableFault } from '../target-faults.js';

/** Numbers of `src/Common/ErrorCodes.cpp`. */
const FAULTS: [numbers: number[], fault: TargetFault][] = [
  [[203, 209, 210, 236, 279, 394, 999], 'TARGET_CONNECTION_LOST'],
  [[201, 202, 243, 439, 745], 'TARGET_OVERLOADED'],
  [[473], 'TARGET_LOCKED'],
];
const MEMORY_LIMIT = 241;
const TOO_SLOW = [159, 160];
export const TIMEOUT = '159';
/** Characters that are read at each end of an exception. */
const END = 2000;

export class ServerError extends Error {
  constructor(
    readonly number: number,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }

  get isTimeout(): boolean {
    return TOO_SLOW.includes(this.number);
  }
}

/** Null if the text names no exception. */
export function serverErrorIn(text: string): ServerError | null {
  const [, number, written = ''] = /Code: (\d+)\. DB::Exception: ([\s\S]*)/.exec(text) ?? [];
  if (number === undefined) return null;
  const message = withoutMiddle(written)
    .replace(/\r?\n\d+ \w+\r?\n__exception__\s*$/, '')
    .replaceAll(/ \(version (?:[^()]|\([^)]*\))*\)\.?/g, '')
    .replace(/^[\s\S]*DB::Exception: /, '')
    .replace(/(?: \([A-Z][A-Z0-9_]*\)\s*)+$/, '');
  const [, meant = ''] = message.split('Maybe you meant', 2);
  const hint = /^:? ([^:]+?)(?:: Note:|[.\s]*$)/.exec(meant.slice(0, END))?.[1] ?? null;
  return new ServerError(Number(number), message.replace(WHERE, '').trim(), hint && `Maybe you meant ${hint}.`);
}

/** Bounds what the expressions cost; a statement in the middle is cut off anyway. */
function withoutMiddle(text: string): string {
  return text.length > 2 * END ? `${text.slice(0, END)} … ${text.slice(-END)}` : text;
}

/** The statement as the server prints it, or the step of its plan. */
const WHERE = /(?:[:.]? [Ii]n (?:scope|query)|: [Ww]hile (?:executing|processing)|\. Maybe you meant) [\s\S]*$/;

export function faultOf(error: ServerError): InfrastructureError | null {
  if (error.number === MEMORY_LIMIT && /\((?:total|for user)\)|^\(?(?:total|user)\b/i.test(error.message)) {
    return targetFault('TARGET_OVERLOADED');
  }
  const fault = FAULTS.find(([numbers]) => numbers.includes(error.number));
  return fault ? targetFault(fault[1]) : null;
}

/** @param sql what was sent, with `ahead` characters before the statement */
export function statementError({ number, message, hint }: ServerError, sql: string, ahead: number): StatementError {
  const code = String(number);
  const byte = Number(/failed at position (\d+)/.exec(message)?.[1] ?? 0);
  const character = Buffer.from(sql).subarray(0, byte).toString().length - ahead;
  const position = byte > 0 && character > 0 ? character : null;
  return { category: categoryOfError('clickhouse', code, message), code, message, position, hint };
}

const REFUSALS: Record<number, string> = {
  81: 'there is no such database',
  192: 'the user name or the password was refused',
  193: 'the user name or the password was refused',
  194: 'the user name or the password was refused',
  195: 'the user may not connect from here',
  516: 'the user name or the password was refused',
};

/** Never includes the server's message. */
export function connectError(error: unknown): PermanentError | InfrastructureError {
  if (error instanceof PermanentError) return error;
  const refusal = error instanceof ServerError ? REFUSALS[error.number] : undefined;
  return refusal === undefined ? unreachableFault(error) : unreachable(refusal);
}
