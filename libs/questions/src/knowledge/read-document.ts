import { READING_SCRIPT, type KnowledgeReading, type ReadingMessage } from '../documents/index.js';
import { invalidFields } from '@assay/contracts/requests';
import { runScript, ScriptFailedError, type ScriptLimits } from '@assay/runtime';

const LIMITS: ScriptLimits = { milliseconds: 60_000, heapMegabytes: 256 };

const FAILURES = {
  time: ({ milliseconds }: ScriptLimits) => `takes longer than ${milliseconds / 1000} seconds to read`,
  memory: ({ heapMegabytes }: ScriptLimits) => `takes more than ${heapMegabytes} MB of memory to read`,
  ended: () => 'cannot be read',
};

/** Reads a document in a child process. @throws RequestProblem 422 naming `document`; 429 `OVERLOADED` */
export async function readDocument(text: string, limits = LIMITS): Promise<KnowledgeReading> {
  const message = await runScript<ReadingMessage>(READING_SCRIPT, text, limits).catch((error: unknown) => {
    if (error instanceof ScriptFailedError) return { problem: FAILURES[error.reason](limits) };
    throw error;
  });
  if ('reading' in message) return message.reading;
  throw invalidFields([{ field: 'document', message: message.problem }]);
}
