import { RESPONSE_FORMATS, type JsonSchema, type StoryTool } from '@assay/stories';

/** The JSON Schema that a tool's arguments are validated by. */
export function toolFormat(name: StoryTool): JsonSchema {
  return RESPONSE_FORMATS[name];
}

/** What a model is told about a tool. */
export function toolDescription(name: StoryTool): string {
  const { description } = RESPONSE_FORMATS[name];
  return typeof description === 'string' ? description : name;
}
