import { ToolArgumentError, type AgentTool } from '@assay/llm';
import type { StoryTool } from '@assay/stories';
import { toolDescription, toolFormat } from '../tool-format.js';

type ChunkFacts = Record<'characters' | 'locations' | 'events' | 'timeline', string[]>;

/** Findings; coherences are 0–1. */
export interface CoherenceReport {
  chunks: { chunk: number; local: number; global: number; errors: string[] }[];
  global: number | null;
  notes: string | null;
}

export class CoherenceNotes {
  private readonly facts = new Map<number, ChunkFacts>();
  private readonly chunks = new Map<number, CoherenceReport['chunks'][number]>();
  private final: { global: number; notes: string | null } | null = null;

  constructor(private readonly chunkCount: number) {}

  report(): CoherenceReport {
    return {
      chunks: [...this.chunks.values()].sort((left, right) => left.chunk - right.chunk),
      global: this.final?.global ?? null,
      notes: this.final?.notes ?? null,
    };
  }

  tools(): AgentTool[] {
    return [
      tool('extract_chunk_facts', (args) => this.extract(this.chunkOf(args, 'chunk_number'), args['facts'])),
      tool('get_chunk_facts', (args) => this.factsOf(this.chunkOf(args, 'chunk_number'))),
      tool('get_all_previous_facts', (args) => this.factsUpTo(this.chunkOf(args, 'up_to_chunk'))),
      tool('calculate_coherence', (args) => this.note(this.chunkOf(args, 'chunk_number'), args)),
      tool('finalize_global_coherence', (args) => this.finish(args)),
    ];
  }

  private extract(chunk: number, facts: unknown): object {
    this.facts.set(chunk, facts as ChunkFacts);
    return { chunk_number: chunk, noted: true };
  }

  private factsOf(chunk: number): object {
    const facts = this.facts.get(chunk);
    if (!facts)
      throw new ToolArgumentError(`No facts are noted for chunk ${chunk}; note them with extract_chunk_facts.`);
    return { chunk_number: chunk, facts };
  }

  private factsUpTo(last: number): object {
    const noted = [...this.facts].filter(([chunk]) => chunk <= last).sort(([left], [right]) => left - right);
    return { chunks: noted.map(([chunk, facts]) => ({ chunk_number: chunk, facts })) };
  }

  private note(chunk: number, args: Record<string, unknown>): object {
    const { local_coherence: local, global_coherence: global, errors } = args;
    const found = Array.isArray(errors) ? errors.map(String) : [];
    this.chunks.set(chunk, { chunk, local: Number(local), global: Number(global), errors: found });
    const missing = Array.from({ length: this.chunkCount }, (_, index) => index + 1).filter(
      (number) => !this.chunks.has(number),
    );
    return { chunk_number: chunk, noted: true, chunks_left: missing };
  }

  private finish(args: Record<string, unknown>): object {
    const { global_coherence: global, notes } = args;
    this.final = { global: Number(global), notes: typeof notes === 'string' ? notes : null };
    return { noted: true };
  }

  private chunkOf(args: Record<string, unknown>, field: string): number {
    const chunk = Number(args[field]);
    if (chunk <= this.chunkCount) return chunk;
    throw new ToolArgumentError(`"${field}" must be from 1 to ${this.chunkCount}, not ${chunk}.`);
  }
}

function tool(name: StoryTool, execute: AgentTool['execute']): AgentTool {
  return { name, description: toolDescription(name), parameters: toolFormat(name), execute };
}
