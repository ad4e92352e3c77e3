import type { Dialect, StatementError } from '@assay/contracts';
import { dialectErrors } from '../dialects/sql-dialects.js';
import { plainCode, type CodeSet } from './error-codes.js';
import type { ErrorTopic } from './error-topics.js';

const JOIN_WORDS = /\bjoins?\b|ON clause references/i;

const texts: readonly [RegExp, ErrorTopic][] = [
  [/no such column/i, 'column'],
  [/no such table|unknown database/i, 'table'],
  [JOIN_WORDS, 'join'],
  [/ambiguous/i, 'ambiguous'],
  [/no such function|wrong number of arguments|misuse of window/i, 'function'],
  [/misuse of aggregate|group by/i, 'group-by'],
  [/datatype mismatch|malformed json|integer overflow/i, 'types'],
  [/sub-select returns|row value misused/i, 'single-value'],
  [/same number of result columns/i, 'set-operation'],
  [/interrupted|timed? ?out|time limit/i, 'timeout'],
];

export function topicOfError(dialect: Dialect, error: Pick<StatementError, 'code' | 'message'>): ErrorTopic {
  const { topics, categoriesByText } = dialectErrors(dialect);
  const known = plainCode(error.code);
  const byCode = (Object.entries(topics) as [ErrorTopic, CodeSet][]).find(([, set]) => set?.test(known));
  if (byCode !== undefined) return byCode[0];
  const hasCodes = categoriesByText === null && error.code !== null;
  if (hasCodes) return JOIN_WORDS.test(error.message) ? 'join' : 'other';
  return texts.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'other';
}
