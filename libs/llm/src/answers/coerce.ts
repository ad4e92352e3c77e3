import {
  type JsonSchema,
  isJsonObject,
  itemSchema,
  propertyNames,
  propertySchema,
  requiredNames,
} from '../json-schema.js';
import { coerceScalar } from './coerce-scalar.js';
import { type Note } from './coercion-note.js';

/** Fits a value if unambiguous: case, encoded numbers and JSON, single items for lists. */
export function coerce(value: unknown, schema: JsonSchema, path: string, note: Note): unknown {
  if (schema.type === 'object') return coerceObject(value, schema, path, note);
  if (schema.type === 'array') return coerceArray(value, schema, path, note);
  return coerceScalar(value, schema, path, note);
}

function coerceObject(value: unknown, schema: JsonSchema, path: string, note: Note): unknown {
  const given = decoded(value, path, note);
  if (!isJsonObject(given)) return wrapScalar(given, schema, path, note);
  const names = propertyNames(schema);
  if (names.length === 0) return given;
  const required = requiredNames(schema);
  const result: Record<string, unknown> = schema.additionalProperties === false ? {} : { ...given };
  for (const name of names) {
    const key = keyFor(name, given, names);
    if (key === null) continue;
    const field = path === '' ? name : `${path}.${name}`;
    if (key !== name) {
      note(field, `key ${JSON.stringify(key)}`, name);
      delete result[key];
    }
    const item = given[key];
    if (item === null && !required.includes(name)) {
      delete result[name];
      note(field, null, 'left out');
      continue;
    }
    result[name] = coerce(item, propertySchema(schema, name) ?? {}, field, note);
  }
  return result;
}

function keyFor(name: string, given: Record<string, unknown>, names: string[]): string | null {
  if (Object.hasOwn(given, name)) return name;
  const wanted = bare(name);
  return Object.keys(given).find((key) => bare(key) === wanted && !names.includes(key)) ?? null;
}

function bare(key: string): string {
  return key.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function wrapScalar(value: unknown, schema: JsonSchema, path: string, note: Note): unknown {
  if (typeof value !== 'string') return value;
  const texts = requiredNames(schema).filter((name) => {
    const property = propertySchema(schema, name);
    return property?.type === 'string' && property.enum === undefined;
  });
  const [only] = texts;
  if (texts.length !== 1 || only === undefined) return value;
  note(path, value, `{ ${only} }`);
  return { [only]: value };
}

function coerceArray(value: unknown, schema: JsonSchema, path: string, note: Note): unknown {
  const items = itemSchema(schema) ?? {};
  const given = decoded(value, path, note);
  if (Array.isArray(given)) return given.map((item, index) => coerce(item, items, `${path}[${index}]`, note));
  if (given === null || given === undefined) return given;
  const numbers = items.type === 'integer' ? numbersIn(given) : null;
  if (numbers !== null) {
    note(path, given, numbers);
    return numbers;
  }
  const listed = isJsonObject(given) ? listOfNumbered(given, items) : null;
  const list = listed ?? [given];
  note(path, listed === null ? 'one value' : 'values by number', 'list');
  return list.map((item, index) => coerce(item, items, `${path}[${index}]`, note));
}

/** `2, 3`; empty for "none"; else null. */
function numbersIn(value: unknown): number[] | null {
  if (typeof value !== 'string') return null;
  const plain = value.trim();
  if (/^(?:none|-)?$/i.test(plain)) return [];
  if (!/^\d+(?:\s*(?:[,;]|and)\s*\d+)+$/i.test(plain)) return null;
  return (value.match(/\d+/g) ?? []).map(Number);
}

/** `{ "1": {…}, "2": {…} }`; numbers fill the required integer. */
function listOfNumbered(given: Record<string, unknown>, items: JsonSchema): unknown[] | null {
  const entries = Object.entries(given);
  const number = requiredNames(items).find((name) => propertySchema(items, name)?.type === 'integer');
  if (number === undefined || entries.length === 0) return null;
  if (!entries.every(([key, item]) => /^\d+$/.test(key) && isJsonObject(item))) return null;
  return entries.map(([key, item]) => ({ [number]: Number(key), ...(item as object) }));
}

function decoded(value: unknown, path: string, note: Note): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    const inner: unknown = JSON.parse(value);
    note(path, 'JSON text', 'value');
    return inner;
  } catch {
    return value;
  }
}
