import { isJsonObject } from '../json-schema.js';
import { type JsonValue } from './json-value.js';
import { type SourceText } from './source-text.js';

export interface Surroundings {
  start: number;
  from: number;
  to: number;
}

/** Citations (`[1]`), placeholders (`{name}`), empty containers and bare words are text unless alone. */
export function isIntendedValue(source: SourceText, found: JsonValue, where: Surroundings): boolean {
  const { value } = found;
  const isLeading = source.isBlankBetween(where.from, where.start);
  const isAlone = isLeading && isNothingBetween(source, found.end, where.to);
  if (isJsonObject(value)) {
    if (Object.keys(value).length === 0) return isAlone && !found.truncated;
    return !found.repaired || found.colons > 0;
  }
  if (!Array.isArray(value)) return false;
  if (!hasContent(value)) return isAlone && !found.truncated;
  if (found.bareWords > 0 && found.colons === 0) return isAlone && value.length > 1;
  if (!value.every((item) => typeof item === 'number')) return true;
  return isAlone || (value.length > 1 && !found.truncated && isOnOwnLine(source, found, where, isLeading));
}

const STRAY = ',;]}';

function isNothingBetween(source: SourceText, from: number, to: number): boolean {
  let at = source.skipBlank(from, to);
  while (at < to && STRAY.includes(source.text.charAt(at))) at = source.skipBlank(at + 1, to);
  return at >= to;
}

/** A list of numbers on its own line is not prose. */
function isOnOwnLine(source: SourceText, found: JsonValue, where: Surroundings, isLeading: boolean): boolean {
  if (!isLeading && !startsLine(source.text, where)) return false;
  const next = source.skipBlank(found.end, where.to);
  return next >= where.to || source.text.slice(found.end, next).includes('\n');
}

function startsLine(text: string, where: Surroundings): boolean {
  let at = where.start - 1;
  while (at >= where.from && (text.charAt(at) === ' ' || text.charAt(at) === '\t')) at -= 1;
  return at >= where.from && text.charAt(at) === '\n';
}

function hasContent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== '';
  return Object.values(value).some(hasContent);
}
