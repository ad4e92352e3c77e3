import { type JsonSchema } from '../json-schema.js';
import { type Note } from './coercion-note.js';

/** Unchanged if ambiguous. */
export function coerceScalar(value: unknown, schema: JsonSchema, path: string, note: Note): unknown {
  const coerced = scalarFor(value, schema);
  if (coerced !== value) note(path, value, coerced);
  return coerced;
}

function scalarFor(value: unknown, schema: JsonSchema): unknown {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (Array.isArray(schema.enum)) return enumFor(single, schema.enum);
  switch (schema.type) {
    case 'integer':
      return integerFor(single);
    case 'number':
      return numberFor(single, schema);
    case 'boolean':
      return booleanFor(single);
    case 'string':
      return textFor(single);
    default:
      return value;
  }
}

function textFor(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const isLines = Array.isArray(value) && value.length > 1 && value.every((line) => typeof line === 'string');
  return isLines ? value.join('\n') : value;
}

const SYNONYMS: Record<string, string> = {
  pass: 'ok',
  passed: 'ok',
  true: 'ok',
  fail: 'ko',
  failed: 'ko',
  false: 'ko',
  'not ok': 'ko',
  draw: 'tie',
};

function enumFor(value: unknown, options: unknown[]): unknown {
  if (options.includes(value)) return value;
  if (typeof value !== 'string' && typeof value !== 'boolean') return value;
  const plain = String(value)
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/^(sql|query|candidate|option)\s+/, '');
  const find = (wanted: string): unknown =>
    options.find((option) => typeof option === 'string' && option.toLowerCase() === wanted);
  const synonym = SYNONYMS[plain];
  return find(plain) ?? (synonym === undefined ? undefined : find(synonym)) ?? value;
}

function integerFor(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const digits = /^(?:test|no|nr)?[\s.#]*([-+]?\d+)(?:\.0*)?\.?$/i.exec(value.trim())?.[1];
  return digits === undefined ? value : Number(digits);
}

function numberFor(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== 'string') return value;
  // Of a share, a comma is decimal.
  const plain = schema.maximum === 1 ? value.replace(/^(\s*\d+),(\d+)/, '$1.$2') : value;
  const match = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\s*(%?)$/i.exec(plain.trim());
  if (match?.[1] === undefined) return value;
  const number = Number(match[1]);
  if (match[2] === '') return number;
  // 80 % is the share 0.8; otherwise it is ambiguous.
  return schema.maximum === 1 ? number / 100 : value;
}

function booleanFor(value: unknown): unknown {
  if (typeof value === 'number') return value === 1 ? true : value === 0 ? false : value;
  if (typeof value !== 'string') return value;
  const plain = value.trim().toLowerCase();
  if (plain === 'true' || plain === 'yes' || plain === '1') return true;
  return plain === 'false' || plain === 'no' || plain === '0' ? false : value;
}
