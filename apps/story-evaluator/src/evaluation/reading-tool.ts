import { ToolArgumentError, type AgentTool } from '@assay/llm';
import { SAME_PART_LIMIT } from '../story-evaluator.config.js';
import { toolDescription, toolFormat } from '../tool-format.js';

export class StoryReading {
  private readonly read = new Set<number>();

  constructor(private readonly parts: readonly string[]) {}

  get unread(): number[] {
    return [...this.parts.keys()].filter((index) => !this.read.has(index));
  }

  tool(): AgentTool {
    return {
      name: 'read_story_part',
      description: toolDescription('read_story_part'),
      parameters: toolFormat('read_story_part'),
      sameArgumentsLimit: SAME_PART_LIMIT,
      execute: (args) => this.part(Number(args['part_index'])),
    };
  }

  private part(index: number): { part_index: number; text: string; is_last: boolean } {
    const text = this.parts[index];
    const last = this.parts.length - 1;
    if (text === undefined) throw new ToolArgumentError(`"part_index" must be from 0 to ${last}, not ${index}.`);
    this.read.add(index);
    return { part_index: index, text, is_last: index === last };
  }
}
