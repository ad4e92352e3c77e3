import { type AgentAnswer, type AnswerContractName, answerContracts } from '@assay/contracts';
import {
  type JsonSchema,
  isJsonObject,
  itemSchema,
  propertyNames,
  propertySchema,
  requiredNames,
} from '../json-schema.js';
import { coerce } from './coerce.js';
import { responseContract } from './contract-schema.js';
import { describeIssue } from './describe-issue.js';
import { fillIn } from './fill-in.js';
import { type Violation } from './interpretation.js';

export type Fit<Name extends AnswerContractName> =
  | { ok: true; value: AgentAnswer<Name>; coercions: string[] }
  | { ok: false; violation: Violation; coercions: string[]; likeness: number };

const WRAPPERS = [
  'answer',
  'arguments',
  'parameters',
  'properties',
  'result',
  'response',
  'output',
  'input',
  'data',
  'json',
  'choices',
  'message',
  'content',
  'function',
];

/** A response with JSON in its content has six levels. */
const MAX_DEPTH = 6;

/** Unwraps and coerces; the first valid reading, else the closest violation. */
export function fitToContract<Name extends AnswerContractName>(name: Name, value: unknown): Fit<Name> {
  const { schema } = responseContract(name);
  let best: (Fit<Name> & { ok: false }) | null = null;
  for (const reading of readings(value, name, schema, 0)) {
    const fit = fitReading(name, schema, reading);
    if (fit.ok) return fit;
    if (best === null || fit.likeness > best.likeness) best = fit;
  }
  const nothing: Violation = { code: 'no_answer', message: `The answer is not an object of the shape "${name}".` };
  return best ?? { ok: false, violation: nothing, coercions: [], likeness: 0 };
}

interface ReadingOf {
  value: unknown;
  how: string;
}

function* readings(value: unknown, name: string, schema: JsonSchema, depth: number): Generator<ReadingOf> {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    const inner = parsed(value);
    if (inner !== undefined) yield* deeper(inner, 'JSON text unpacked', name, schema, depth);
  } else if (Array.isArray(value)) {
    if (value.length === 1) yield* deeper(value[0], 'taken out of a list', name, schema, depth);
    const field = mainList(schema);
    if (field !== null) yield { value: { [field]: value }, how: `bare list taken as ${field}` };
  } else if (isJsonObject(value)) {
    yield { value, how: '' };
    for (const [key, inner] of Object.entries(value)) {
      const isWrapper = key.toLowerCase() === name || WRAPPERS.includes(key.toLowerCase());
      if (isWrapper && typeof inner !== 'number') {
        yield* deeper(inner, `taken out of "${key}"`, name, schema, depth);
      }
    }
  }
}

function* deeper(value: unknown, how: string, name: string, schema: JsonSchema, depth: number): Generator<ReadingOf> {
  for (const inner of readings(value, name, schema, depth + 1)) {
    yield { value: inner.value, how: inner.how === '' ? how : `${how}, ${inner.how}` };
  }
}

function fitReading<Name extends AnswerContractName>(name: Name, schema: JsonSchema, reading: ReadingOf): Fit<Name> {
  const coercions = reading.how === '' ? [] : [reading.how];
  const note = (path: string, from: unknown, to: unknown): void => {
    coercions.push(`${path}: ${shown(from)} → ${shown(to)}`);
  };
  const value = fillIn(name, coerce(reading.value, schema, '', note), note);
  const result = answerContracts[name].safeParse(value);
  if (result.success) return { ok: true, value: result.data as AgentAnswer<Name>, coercions };
  return {
    ok: false,
    violation: describeIssue(result.error.issues, value),
    coercions,
    likeness: likeness(value, schema),
  };
}

function mainList(schema: JsonSchema): string | null {
  return propertyNames(schema).find((name) => propertySchema(schema, name)?.type === 'array') ?? null;
}

export function isItemOf(name: AnswerContractName, value: unknown): boolean {
  const { schema } = responseContract(name);
  const field = mainList(schema);
  const items = field === null ? null : itemSchema(propertySchema(schema, field) ?? {});
  if (items === null || !isJsonObject(value)) return false;
  const keys = Object.keys(value).map((key) => key.toLowerCase());
  return requiredNames(items).filter((required) => keys.includes(required.toLowerCase())).length >= 2;
}

function likeness(value: unknown, schema: JsonSchema): number {
  if (!isJsonObject(value)) return 0;
  // `reasoning` is filled in everywhere.
  return propertyNames(schema).filter((name) => name !== 'reasoning' && Object.hasOwn(value, name)).length;
}

function parsed(text: string): unknown {
  if (!/^\s*[{["]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? '""' : text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
