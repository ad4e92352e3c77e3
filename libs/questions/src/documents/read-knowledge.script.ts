/** In a child process. Runs from source: imports name `.ts`. */
import { KnowledgeProblem } from './document/knowledge-problem.ts';
import { readKnowledge, type KnowledgeReading } from './read-knowledge.ts';

export type ReadingMessage = { reading: KnowledgeReading } | { problem: string };

function read(text: string): ReadingMessage {
  try {
    return { reading: readKnowledge(text) };
  } catch (error) {
    if (!(error instanceof KnowledgeProblem)) throw error;
    return { problem: error.message };
  }
}

process.once('message', ({ input }: { input: string }) => process.send?.(read(input)));
