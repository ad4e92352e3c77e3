import { type JsonSchema, isJsonObject, itemSchema, requiredNames } from '../json-schema.js';
import { type ResponseContract, type ToolDefinition } from './model-request.js';

export function describeShape(contract: ResponseContract): string {
  return [
    `Answer with one JSON object ("${contract.name}") of exactly this shape, and nothing before or after it:`,
    renderShape(contract.schema, ''),
  ].join('\n');
}

/** Prompt text for models without native tools. */
export function describeTools(tools: readonly ToolDefinition[]): string {
  const listed = tools.map(
    (tool) => `- ${tool.name}: ${tool.description}\n  arguments: ${renderShape(tool.parameters, '  ')}`,
  );
  return [
    'You have these tools:',
    ...listed,
    'To call a tool write, once for each call:',
    '<tool_call>{"name": "<tool>", "arguments": {…}}</tool_call>',
  ].join('\n');
}

function renderShape(schema: JsonSchema, indent: string): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.anyOf)) {
    return schema.anyOf
      .filter(isJsonObject)
      .map((option) => renderShape(option, indent))
      .join(' | ');
  }
  const items = itemSchema(schema);
  if (schema.type === 'array') return items === null ? '[…]' : `[ ${renderShape(items, indent)}, … ]`;
  if (schema.type === 'object') return renderObject(schema, indent);
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  return (typeof schema.type === 'string' ? schema.type : 'any') + bounds(schema);
}

function renderObject(schema: JsonSchema, indent: string): string {
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  if (properties.length === 0) return '{}';
  const required = requiredNames(schema);
  const lines = properties.map(([name, property]) => {
    const shape = isJsonObject(property) ? property : {};
    const notes = [required.includes(name) ? null : 'optional', shape.description].filter(
      (note) => typeof note === 'string',
    );
    const comment = notes.length === 0 ? '' : `   // ${notes.join('; ')}`;
    return `${indent}  ${JSON.stringify(name)}: ${renderShape(shape, `${indent}  `)},${comment}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function bounds(schema: JsonSchema): string {
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` (${minimum} to ${maximum})`;
  if (typeof minimum === 'number') return ` (at least ${minimum})`;
  return typeof maximum === 'number' ? ` (at most ${maximum})` : '';
}
