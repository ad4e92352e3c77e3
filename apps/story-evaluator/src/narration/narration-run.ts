import type { AgentTool, ExecutedCall, LoopOptions, LoopValidator } from '@assay/llm';
import { GENDERS, type Gender } from '@assay/contracts';
import type { CoverageReport, SpokenLine, StoryTool } from '@assay/stories';
import type { StoryPrompt } from '../prompting/story-prompts.js';
import { toolDescription, toolFormat } from '../tool-format.js';
import { ChunkCoverage } from './chunk-coverage.js';
import { emotionOf, isKnownEmotion } from './emotion.js';

export interface NarrationRunOptions {
  prompt: StoryPrompt;
  source: string;
  /** Percent of its words that must be spoken. */
  threshold: number;
}

const MAX_UNPRODUCTIVE = 3;

export class NarrationRun {
  private readonly coverage: ChunkCoverage;
  private readonly spoken: SpokenLine[] = [];
  private readonly warnings: string[] = [];

  constructor(private readonly options: NarrationRunOptions) {
    this.coverage = new ChunkCoverage(options.source);
  }

  get lines(): readonly SpokenLine[] {
    return this.spoken;
  }

  report(toolCalls: readonly ExecutedCall[]): CoverageReport {
    return {
      coveragePercent: this.coverage.percent,
      isValid: this.coverage.reaches(this.options.threshold),
      errors: toolCalls.flatMap(errorOf),
      warnings: [...this.warnings],
    };
  }

  loop(): LoopOptions {
    const { system, user, fence } = this.options.prompt;
    return { system, prompt: user, fence, tools: this.tools(), validators: [this.validator()] };
  }

  private tools(): AgentTool[] {
    return [
      tool('add_narration', (args) => this.narrate(null, String(args['text']), 'neutral')),
      tool('add_phrase', (args) => {
        const character = String(args['character']);
        const emotion = this.emotion(character, args['emotion']);
        return this.narrate(character, String(args['text']), emotion, genderOf(args['gender']));
      }),
    ];
  }

  private validator(): LoopValidator {
    let [covered, unproductive] = [0, 0];
    return ({ toolCalls, text }) => {
      const { coveragePercent, isValid } = this.report(toolCalls);
      if (isValid) return { kind: 'end', finalResponse: { text, toolCalls } };
      const percent = Math.floor(coveragePercent);
      unproductive = coveragePercent > covered ? 0 : unproductive + 1;
      covered = coveragePercent;
      if (unproductive >= MAX_UNPRODUCTIVE) {
        return {
          kind: 'give-up',
          text: `${MAX_UNPRODUCTIVE} turns in a row added nothing to ${percent} % of its words.`,
        };
      }
      const feedback = `Only ${percent} % of the chunk's words are spoken; it takes ${this.options.threshold} %. Add what is missing, in the chunk's own words.`;
      return { kind: 'feedback', text: feedback };
    };
  }

  private narrate(character: string | null, text: string, emotion: string, gender?: Gender): object {
    const { newWords, matchedWords, passages } = this.coverage.add(text);
    this.spoken.push(...passages.map((passage) => ({ character, text: passage, emotion, ...(gender && { gender }) })));
    if (newWords === 0) {
      const why = matchedWords === 0 ? 'is not in the chunk' : 'was spoken before';
      this.warnings.push(`${character ?? 'the narrator'}: "${shortened(text)}" ${why}`);
    }
    const left = this.coverage.firstGap();
    return {
      new_words: newWords,
      coverage_percent: Math.floor(this.coverage.percent),
      ...(left === null ? {} : { not_yet_spoken_from: left }),
    };
  }

  private emotion(character: string, given: unknown): string {
    const word = typeof given === 'string' ? given.trim() : '';
    if (word === '') this.warnings.push(`${character}: no emotion; neutral is taken`);
    else if (!isKnownEmotion(word))
      this.warnings.push(`${character}: "${shortened(word)}" is no emotion; neutral is taken`);
    return emotionOf(word);
  }
}

function genderOf(given: unknown): Gender | undefined {
  const word = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return GENDERS.find((gender) => gender === word);
}

function tool(name: StoryTool, execute: AgentTool['execute']): AgentTool {
  return { name, description: toolDescription(name), parameters: toolFormat(name), execute };
}

function errorOf({ tool: name, status, result }: ExecutedCall): string[] {
  if (status === 'done') return [];
  const { error } = (result ?? {}) as { error?: unknown };
  return [`${name}: ${typeof error === 'string' ? error : status}`];
}

const SHOWN = 60;

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
