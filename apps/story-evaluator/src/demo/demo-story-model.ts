import { DEMO_STORIES, type DemoStory } from './demo-stories.js';
import { SPEAKERS, STORY_SCRIPT } from './demo-story-script.js';

export interface DemoToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

const DIMENSIONS = ['narrative_coherence', 'originality', 'emotional_impact', 'action'] as const;
const CHUNK = /\{\{CHUNK_\d+\}\}: ([\s\S]*?)\n<\/data-/;
const EDITOR = /You read as an editor/;
const QUOTED = /"([^"]*)"/g;

/** Null for other stories. Depends only on the prompt. */
export function demoStoryCalls(prompt: string): DemoToolCall[] | null {
  const story = demoStoryOf(prompt);
  const evaluation = story === null ? null : STORY_SCRIPT[story];
  if (/# The story/.test(prompt)) return evaluation ? [evaluate(evaluation, EDITOR.test(prompt))] : null;
  const chunk = CHUNK.exec(prompt)?.[1];
  return chunk === undefined || !isOfDemo(chunk) ? null : narrate(chunk);
}

export function demoStoryOf(text: string): DemoStory | null {
  const [found] = DEMO_STORIES.filter((story) => text.includes(STORY_SCRIPT[story].knownBy));
  return found ?? null;
}

function evaluate(script: (typeof STORY_SCRIPT)[keyof typeof STORY_SCRIPT], asEditor: boolean): DemoToolCall {
  const scores = asEditor ? script.editor : script.reader;
  const fields = DIMENSIONS.flatMap((dimension, index) => [
    [`${dimension}_score`, scores[index]],
    ...(scores[index] === 10 ? [] : [[`${dimension}_defects`, script.defects[index]]]),
  ]);
  return { name: 'evaluate_full_story', arguments: Object.fromEntries(fields) as Record<string, unknown> };
}

function isOfDemo(chunk: string): boolean {
  return /\bAda\b|\bTobias\b/.test(chunk);
}

/** Quotes are spoken by characters, the rest by the narrator. */
function narrate(chunk: string): DemoToolCall[] {
  const calls: DemoToolCall[] = [];
  const say = (text: string): void => {
    if (/[\p{L}\p{N}]/u.test(text)) calls.push({ name: 'add_narration', arguments: { text: text.trim() } });
  };
  let from = 0;
  for (const match of chunk.matchAll(QUOTED)) {
    const text = match[1] ?? '';
    const speaker = SPEAKERS.find(({ begins }) => text.startsWith(begins));
    if (!speaker) continue;
    say(chunk.slice(from, match.index));
    const { character, emotion } = speaker;
    calls.push({ name: 'add_phrase', arguments: { character, text, emotion } });
    from = match.index + match[0].length;
  }
  say(chunk.slice(from));
  return calls;
}
