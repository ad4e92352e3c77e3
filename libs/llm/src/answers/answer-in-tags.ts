import { type JsonSchema, itemSchema, propertyNames, propertySchema } from '../json-schema.js';
import { parseResponse } from '../parsing/parse-response.js';
import { elements } from '../parsing/xml-elements.js';

/**
 * Reads elements named as in the schema (`<sql>SELECT 1</sql>`); ignores unclosed ones.
 * @returns null without any
 */
export function answerInTags(text: string, schema: JsonSchema): Record<string, unknown> | null {
  const found: [string, unknown][] = [];
  for (const name of propertyNames(schema)) {
    const field = propertySchema(schema, name) ?? {};
    const value = field.type === 'array' ? listIn(text, name, field) : scalarIn(text, name);
    if (value !== null) found.push([name, value]);
  }
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** `evidenceCritical`, `evidence_critical` and `evidence-critical`. */
function spellings(name: string): string[] {
  const parts = name.replace(/[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return [...new Set([name.toLowerCase(), parts, parts.replaceAll('_', '-')])];
}

function scalarIn(text: string, name: string): string | null {
  const [element] = elements(text, spellings(name));
  return element === undefined ? null : plain(element.content);
}

function listIn(text: string, name: string, schema: JsonSchema): unknown {
  const items = itemSchema(schema) ?? {};
  const [list] = elements(text, spellings(name));
  if (list === undefined) {
    const singles = elements(text, spellings(name.replace(/s$/, '')));
    return singles.length === 0 ? null : singles.map(({ content }) => itemIn(content, items));
  }
  const children = elements(list.content, null);
  if (children.length > 0) return children.map(({ content }) => itemIn(content, items));
  const json = parseResponse(list.content).blocks.find(({ kind }) => kind === 'json');
  return json?.value ?? plain(list.content);
}

function itemIn(content: string, schema: JsonSchema): unknown {
  return (schema.type === 'object' ? answerInTags(content, schema) : null) ?? plain(content);
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function plain(content: string): string {
  const cdata = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(content)?.[1];
  const text = cdata ?? content.replace(/&(lt|gt|amp|quot|apos);/g, (_entity, name: string) => ENTITIES[name] ?? '');
  return text.trim();
}
