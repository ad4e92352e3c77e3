import { createHmac, randomBytes } from 'node:crypto';
import { ESCALATION_REASONS, isId } from '@assay/contracts';
import { withholdLiterals, type Quotable } from './withhold-literals.js';

/**
 * Fields whose texts and lists hold values of the target database. Objects are searched. `withhold-values.spec.ts`
 * lists the texts that stay.
 */
const WITHHELD: ReadonlySet<string> = new Set([
  'comment',
  'error',
  'fault',
  'message',
  'reason',
  'reasoning',
  'refusals',
  'rows',
  'stopReason',
  'summary',
  'text',
]);

/** Fields with text or names from a model. Ids and the question itself stay. */
const PROSE: ReadonlySet<string> = new Set([
  'alternative',
  'alternatives',
  'check',
  'columns',
  'meaning',
  'option',
  'options',
  'question',
  'requirement',
  'settled',
  'statement',
  'test',
]);

const STATEMENTS: ReadonlySet<string> = new Set(['alsoAs', 'correctedSql', 'sql']);

/** Fields with hashes of rows or of SQL, by which values could be guessed. Other ids stay. */
const HASHES: ReadonlySet<string> = new Set(['behaviour', 'cluster', 'id', 'instance']);

const CELLS: ReadonlySet<string> = new Set(['defined', 'given']);

/**
 * A copy without values: SQL, tests, verdicts and figures stay.
 * @param known of the asker's question; with it, texts of models and other literals of SQL are withheld, too
 */
export function withholdValues<Shown>(shown: Shown, known: Quotable | null = null): Shown {
  return copyOf(shown, known && { ...known, secret: randomBytes(16) }) as Shown;
}

interface Known extends Quotable {
  /** Of this copy: equal hashes stay equal within it. */
  secret: Buffer;
}

function isCode(value: unknown): boolean {
  return ESCALATION_REASONS.some((reason) => reason === value);
}

function copyOf(value: unknown, known: Known | null): unknown {
  if (Array.isArray(value)) return value.map((inner) => copyOf(inner, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownPart(name, inner, known)]));
}

function shownPart(name: string, value: unknown, known: Known | null): unknown {
  if (CELLS.has(name)) return null;
  if (known !== null) {
    if (HASHES.has(name) && typeof value === 'string' && !isId(value)) return hidden(value, known);
    if (STATEMENTS.has(name)) return withoutLiterals(value, known);
    if (PROSE.has(name) && value !== known.text && !isId(value)) return withheld(value, known);
  }
  return WITHHELD.has(name) && !isCode(value) ? withheld(value, known) : copyOf(value, known);
}

function hidden(hash: string, { secret }: Known): string {
  return createHmac('sha256', secret).update(hash).digest('hex').slice(0, 12);
}

function withoutLiterals(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((inner) => withoutLiterals(inner, known));
  return typeof value === 'string' ? withholdLiterals(value, known) : copyOf(value, known);
}

function withheld(value: unknown, known: Known | null): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'string' ? 'withheld' : copyOf(value, known);
}
