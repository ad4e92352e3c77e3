import type { JsonSchema } from '../json-schema.js';
import { describeShape, describeTools } from './describe-shape.js';
import { type ModelMessage, type ModelRequest, type ResponseContract, type ToolDefinition } from './model-request.js';
import type { SentForm } from './refused-part.js';
import { permitsStrict } from './strict-schema.js';

interface TextPart {
  type: 'text';
  text: string;
  cache_control?: { type: 'ephemeral' };
}

export interface ChatBody {
  model: string;
  messages: { role: ModelMessage['role']; content: string | TextPart[] }[];
  [field: string]: unknown;
}

/** The prompt describes what is not enforced. */
export function requestBody(request: ModelRequest, sent: SentForm): ChatBody {
  const { contract } = request;
  const tools = request.tools ?? [];
  const nativeTools = sent.nativeTools ? tools.map(toolEntry) : [];
  const contractTool = contract !== null && sent.mode === 'tools' ? [contractEntry(contract)] : [];
  const sentTools = [...contractTool, ...nativeTools];
  const words = [
    tools.length > 0 && !sent.nativeTools ? describeTools(tools) : null,
    contract !== null && (sent.mode === 'text' || sent.mode === 'json_object') ? describeShape(contract) : null,
  ].filter((text) => text !== null);
  return {
    model: request.model,
    messages: appendToLastUserMessage(request.messages, words).map((message) => ({
      role: message.role,
      content: sent.cacheMarks ? markedParts(message) : message.content,
    })),
    ...(sent.cacheKey ? { prompt_cache_key: request.cacheKey } : {}),
    ...(sent.n > 1 ? { n: sent.n } : {}),
    ...(sent.temperature === null ? {} : { temperature: sent.temperature }),
    ...(sent.effort === null ? {} : { reasoning_effort: sent.effort }),
    ...(contract === null ? {} : responseFormat(contract, sent)),
    ...(sentTools.length === 0 ? {} : { tools: sentTools }),
    ...(contractTool.length === 0 ? {} : { tool_choice: contractChoice(contract, nativeTools.length) }),
  };
}

function markedParts({ content, stable = 0 }: ModelMessage): string | TextPart[] {
  if (stable === 0) return content;
  const start: TextPart = { type: 'text', text: content.slice(0, stable), cache_control: { type: 'ephemeral' } };
  const rest = content.slice(stable);
  return rest === '' ? [start] : [start, { type: 'text', text: rest }];
}

function responseFormat(contract: ResponseContract, sent: SentForm): Record<string, unknown> {
  if (sent.mode === 'json_object') return { response_format: { type: 'json_object' } };
  if (sent.mode !== 'json_schema') return {};
  const { name, schema } = contract;
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict: isStrict(schema) } } };
}

function toolEntry(tool: ToolDefinition): unknown {
  const { name, description, parameters } = tool;
  return { type: 'function', function: { name, description, parameters } };
}

function contractEntry(contract: ResponseContract): unknown {
  return toolEntry({
    name: contract.name,
    description: 'Gives your answer. Call it exactly once.',
    parameters: contract.schema,
  });
}

/** The only tool must be called; of several, any. */
function contractChoice(contract: ResponseContract | null, others: number): unknown {
  return others > 0 || contract === null ? 'required' : { type: 'function', function: { name: contract.name } };
}

export function appendToLastUserMessage(messages: ModelMessage[], words: string[]): ModelMessage[] {
  if (words.length === 0) return messages;
  const last = messages.findLastIndex((message) => message.role === 'user');
  if (last < 0) return [...messages, { role: 'user', content: words.join('\n\n') }];
  return messages.map((message, index) =>
    index === last ? { ...message, content: [message.content, ...words].join('\n\n') } : message,
  );
}

const strictness = new WeakMap<JsonSchema, boolean>();

function isStrict(schema: JsonSchema): boolean {
  const known = strictness.get(schema) ?? permitsStrict(schema);
  strictness.set(schema, known);
  return known;
}
