import { RESPONSE_FORMATS, type JsonSchema, type StoryTool } from '@assay/stories';

export function toolFormat(name: StoryTool): JsonSchema {
  return RESPONSE_FORMATS[name];
}

export function toolDescription(name: StoryTool): string {
  const { description } = RESPONSE_FORMATS[name];
  return typeof description === 'string' ? description : name;
}
