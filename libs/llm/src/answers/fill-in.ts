import { type AnswerContractName } from '@assay/contracts';
import { isJsonObject } from '../json-schema.js';
import { type Note } from './coercion-note.js';

/** Words in place of an empty field. */
const NOTHING = /^\W*(?:none|null|no|n\/?a)?\W*$/i;

/** Fills fields whose absence has one meaning; drops values that mean nothing. */
export function fillIn(name: AnswerContractName, value: unknown, note: Note): unknown {
  if (!isJsonObject(value)) return value;
  const filled = { ...value };
  fillText(filled, 'reasoning', 'reasoning', note);
  switch (name) {
    case 'sql_candidate':
      fillCandidate(filled, note);
      break;
    case 'test_suite':
      eachItem(filled, 'tests', (item, path) => fillTest(item, path, note));
      break;
    case 'reduced_tests':
      eachItem(filled, 'groups', (item, path) => fillField(item, 'duplicates', [], path, note));
      break;
    case 'verdicts':
      eachItem(filled, 'verdicts', (item, path) => {
        item.alternative ??= '';
        // A reading cannot fail.
        if (typeof item.alternative === 'string' && !NOTHING.test(item.alternative))
          fillField(item, 'verdict', 'OK', path, note);
        fillJudgement(item, path, note);
      });
      filled.notDemanded = testNumbers(filled.notDemanded);
      filled.uncovered = uncoveredFaults(filled.uncovered);
      break;
    case 'review':
      eachItem(filled, 'reviews', (item, path) => fillJudgement(item, path, note));
      break;
    case 'trial':
      eachItem(filled, 'decisions', (item, path) => {
        fillText(item, 'reason', `${path}.reason`, note);
        item.quote ??= '';
        item.otherwise ??= '';
      });
      break;
    default: // Other contracts have no such fields.
  }
  return filled;
}

function fillTest(item: Record<string, unknown>, path: string, note: Note): void {
  item.evidenceCritical ??= false;
  const given = item.alternatives ?? [];
  item.alternatives = Array.isArray(given)
    ? given.map((each: unknown) => (typeof each === 'string' ? { meaning: each } : each))
    : given;
  const isOpen = Array.isArray(item.alternatives) && item.alternatives.length > 0;
  item.kind ??= isOpen ? 'reading' : 'requirement';
  eachItem(item, 'alternatives', (alternative, index) => fillText(alternative, 'id', `${path}.${index}.id`, note));
}

/** Accepts test numbers with reasons beside them. */
function testNumbers(given: unknown): unknown {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) return given;
  return given.map((item: unknown) => (isJsonObject(item) && item.test !== undefined ? Number(item.test) : item));
}

/** A fault without the test that would show it says nothing. */
function uncoveredFaults(given: unknown): unknown {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) return given;
  return given.filter((item: unknown) => !isJsonObject(item) || (item.requirement ?? '') !== '');
}

const FENCED_SQL = /^\s*(`{3,}|~{3,})[ \t]*(?:sql)?[^\S\n]*\n([\s\S]*?)\n?[ \t]*\1\s*$/i;

/** Labels in front of a statement, as the source of a regular expression. */
export const SQL_LABEL = 'sql(?:[ _]?query)?';
const LABEL = new RegExp(String.raw`^\s*${SQL_LABEL}\s*:\s*(?=\w|\()`, 'i');

function fillCandidate(candidate: Record<string, unknown>, note: Note): void {
  if (isJsonObject(candidate.sql)) {
    const { query, sql: inner = query } = candidate.sql;
    if (typeof inner === 'string') {
      note('sql', candidate.sql, inner);
      candidate.sql = inner;
    }
  }
  if (typeof candidate.sql === 'string' && LABEL.test(candidate.sql)) {
    candidate.sql = candidate.sql.replace(LABEL, '');
    note('sql', 'behind a label', 'without it');
  }
  const fenced = typeof candidate.sql === 'string' ? FENCED_SQL.exec(candidate.sql)?.[2] : undefined;
  if (fenced !== undefined) {
    candidate.sql = fenced;
    note('sql', 'in a fence', 'without it');
  }
  const { sql, refusal } = candidate;
  const hasSql = typeof sql === 'string' && sql.trim() !== '';
  if (typeof refusal === 'string' && (refusal.trim() === '' || (hasSql && NOTHING.test(refusal)))) {
    delete candidate.refusal;
    note('refusal', refusal, 'left out');
  }
  if ((sql === undefined || sql === null) && candidate.refusal !== undefined) {
    candidate.sql = '';
    note('sql', sql, '');
  }
}

/** Only a KO needs reason and severity. */
function fillJudgement(item: Record<string, unknown>, path: string, note: Note): void {
  if (item.verdict !== 'OK') return;
  fillText(item, 'reason', `${path}.reason`, note);
  if (path.startsWith('reviews')) fillField(item, 'severity', 'none', path, note);
}

function fillText(target: Record<string, unknown>, key: string, path: string, note: Note): void {
  const given = target[key];
  if (typeof given === 'string') return;
  const text = given === undefined || given === null ? '' : asText(given);
  target[key] = text;
  note(path, given, text);
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fillField(target: Record<string, unknown>, key: string, value: unknown, path: string, note: Note): void {
  if (target[key] !== undefined && target[key] !== null) return;
  note(`${path}.${key}`, target[key], value);
  target[key] = value;
}

function eachItem(
  value: Record<string, unknown>,
  key: string,
  visit: (item: Record<string, unknown>, path: string) => void,
): void {
  const items = value[key];
  if (!Array.isArray(items)) return;
  items.forEach((item: unknown, index) => {
    if (isJsonObject(item)) visit(item, `${key}[${index}]`);
  });
}
