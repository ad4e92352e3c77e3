import { fenced } from '@assay/llm/prompts';
import type { StorySettings } from '@assay/stories';
import { createHash } from 'node:crypto';
import { chunkedStory } from './chunked-story.js';
import { harmless, Template } from './template.js';

/** With journal fields. */
export interface StoryPrompt {
  system: string;
  user: string;
  /** SHA-256 of its templates. */
  hash: string;
  fence: string;
}

export interface EvaluationBrief {
  settings: StorySettings;
  evaluator: number;
  label: string;
  parts: readonly string[];
  seed: number;
}

const FOLDER = new URL('../../prompts/', import.meta.url);
const read = <Names extends string>(path: string, ...names: Names[]): Template<Names> =>
  Template.read(new URL(path, FOLDER), names);

export class StoryPrompts {
  private readonly evaluate = {
    system: read('evaluate/system.md'),
    user: read('evaluate/user.md', 'label', 'criteria', 'instructions', 'coherence', 'story'),
    criteria: read('evaluate/criteria.md', 'criteria'),
    instructions: read('evaluate/instructions.md', 'instructions'),
    coherence: read('evaluate/coherence.md', 'chunks'),
    inPrompt: read('evaluate/story-in-prompt.md', 'chunks', 'story'),
    inParts: read('evaluate/story-in-parts.md', 'parts', 'last'),
  };
  private readonly narrate = {
    system: read('narrate/system.md'),
    user: read('narrate/user.md', 'chunk', 'story'),
  };
  private readonly remind = {
    system: read('remind/system.md'),
    user: read('remind/user.md', 'tools', 'final', 'reply'),
  };
  private readonly hashes = {
    evaluate: Template.hash(Object.values(this.evaluate)),
    narrate: Template.hash(Object.values(this.narrate)),
    remind: Template.hash(Object.values(this.remind)),
  };

  evaluation({ settings, evaluator, label, parts, seed }: EvaluationBrief): StoryPrompt {
    const { instructions, coherence } = settings.evaluators[evaluator] ?? { instructions: null, coherence: false };
    const { criteria } = settings;
    const fence = fenceOf(seed);
    const chunks = String(parts.length);
    const user = this.evaluate.user.render({
      label: block('label', fence, harmless(label)),
      criteria: criteria.length === 0 ? '' : this.evaluate.criteria.render({ criteria: listOf(criteria) }),
      instructions:
        instructions === null ? '' : this.evaluate.instructions.render({ instructions: harmless(instructions) }),
      coherence: coherence ? this.evaluate.coherence.render({ chunks }) : '',
      story:
        settings.mode === 'parts'
          ? this.evaluate.inParts.render({ parts: chunks, last: String(parts.length - 1) })
          : this.evaluate.inPrompt.render({ chunks, story: block('story', fence, chunkedStory(numbered(parts))) }),
    });
    return { system: this.evaluate.system.render({}), user, hash: this.hashes.evaluate, fence };
  }

  /** @param shown with its marker */
  narration(chunk: number, shown: string, seed: number): StoryPrompt {
    const fence = fenceOf(seed);
    const user = this.narrate.user.render({ chunk: String(chunk), story: block('story', fence, shown) });
    return { system: this.narrate.system.render({}), user, hash: this.hashes.narrate, fence };
  }

  reminder({ text, finalTool, toolNames }: MissedTool, seed: number): StoryPrompt {
    const fence = fenceOf(seed);
    const reply = block('reply', fence, harmless(text.slice(0, SHOWN_OF_REPLY)));
    const user = this.remind.user.render({ tools: toolNames.join(', '), final: finalTool ?? 'any of them', reply });
    return { system: this.remind.system.render({}), user, hash: this.hashes.remind, fence };
  }
}

export interface MissedTool {
  text: string;
  finalTool: string | null;
  toolNames: readonly string[];
}

/** Of a reply in the checker's prompt. */
const SHOWN_OF_REPLY = 2000;

function block(kind: string, fence: string, text: string): string {
  return fenced(kind, fence, text).trimEnd();
}

/** Authors cannot know the seed, so they cannot close the fence. */
function fenceOf(seed: number): string {
  return createHash('sha256').update(`story fence ${seed}`).digest('hex').slice(0, 16);
}

function numbered(parts: readonly string[]): { number: number; text: string }[] {
  return parts.map((text, index) => ({ number: index + 1, text }));
}

function listOf(criteria: StorySettings['criteria']): string {
  return criteria.map(({ name, description }) => `- ${harmless(`${name}: ${description}`)}`).join('\n');
}
