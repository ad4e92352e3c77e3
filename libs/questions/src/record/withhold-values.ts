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

const STATEMENTS: ReadonlySet<string> = new Set(['alsoAs', 'sql']);

const CELLS: ReadonlySet<string> = new Set(['defined', 'given']);

/**
 * A copy without values: SQL, tests, verdicts and figures stay.
 * @param known of the asker's question; with it, texts of models and other literals of SQL are withheld, too
 */
export function withholdValues<Shown>(shown: Shown, known: Quotable | null = null): Shown {
  return copyOf(shown, known) as Shown;
}

function isCode(value: unknown): boolean {
  return ESCALATION_REASONS.some((reason) => reason === value);
}

function copyOf(value: unknown, known: Quotable | null): unknown {
  if (Array.isArray(value)) return value.map((inner) => copyOf(inner, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownPart(name, inner, known)]));
}

function shownPart(name: string, value: unknown, known: Quotable | null): unknown {
  if (CELLS.has(name)) return null;
  if (known !== null) {
    if (STATEMENTS.has(name)) return withoutLiterals(value, known);
    if (PROSE.has(name) && value !== known.text && !isId(value)) return withheld(value, known);
  }
  return WITHHELD.has(name) && !isCode(value) ? withheld(value, known) : copyOf(value, known);
}

function withoutLiterals(value: unknown, known: Quotable): unknown {
  if (Array.isArray(value)) return value.map((inner) => withoutLiterals(inner, known));
  return typeof value === 'string' ? withholdLiterals(value, known) : copyOf(value, known);
}

function withheld(value: unknown, known: Quotable | null): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'string' ? 'withheld' : copyOf(value, known);
}
