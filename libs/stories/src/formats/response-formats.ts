import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonSchema } from './json-schema.js';

/** A folder of the repository, at the same distance from `src` and `dist`. */
const FOLDER = fileURLToPath(new URL('../../../../apps/story-evaluator/response-formats', import.meta.url));

export const STORY_TOOLS = [
  'evaluate_full_story',
  'read_story_part',
  'add_narration',
  'add_phrase',
  'extract_chunk_facts',
  'get_chunk_facts',
  'get_all_previous_facts',
  'calculate_coherence',
  'finalize_global_coherence',
] as const;
export type StoryTool = (typeof STORY_TOOLS)[number];

/** That of `evaluate_full_story` is the default response format. */
export const RESPONSE_FORMATS: Readonly<Record<StoryTool, JsonSchema>> = readFormats();

function readFormats(): Record<StoryTool, JsonSchema> {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));
  const unknown = names.filter((name) => !STORY_TOOLS.includes(name as StoryTool));
  if (unknown.length > 0) throw new Error(`response formats without a tool: ${unknown.join(', ')}`);
  return Object.fromEntries(
    STORY_TOOLS.map((name) => [name, JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')) as JsonSchema]),
  ) as Record<StoryTool, JsonSchema>;
}
