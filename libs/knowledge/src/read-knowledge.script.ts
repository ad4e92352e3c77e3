/** Reads the document that it is sent, in a process of its own. From source it runs as it is: its imports name `.ts`. */
import { KnowledgeProblem } from './document/knowledge-problem.ts';
import { readKnowledge, type KnowledgeReading } from './read-knowledge.ts';

/** What the script sends: what the document says, or why it cannot be read. */
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
