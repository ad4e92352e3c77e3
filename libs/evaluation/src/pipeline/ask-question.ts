import { ApiProblem, type AssayClient } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';
import type { AskRequest } from '@assay/contracts/requests';
import { setTimeout as pause } from 'node:timers/promises';

const BUSY_MS = 5000;

export interface AskingQuestion {
  idempotencyKey: string;
  signal: AbortSignal;
  onAccepted: (id: string) => void;
}

/** Idempotent by key. */
export async function askQuestion(
  client: AssayClient,
  request: AskRequest,
  { idempotencyKey, signal, onAccepted }: AskingQuestion,
): Promise<EscalationRecord> {
  const id = await acceptedId(client, request, idempotencyKey, signal);
  onAccepted(id);
  for await (const event of client.questions.events(id, { signal })) {
    if (event.type === 'question-finished') break;
  }
  return client.questions.record(id, { signal });
}

async function acceptedId(
  client: AssayClient,
  request: AskRequest,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    try {
      return (await client.questions.ask(request, { idempotencyKey, signal })).id;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 429) throw error;
      await pause(error.retryAfterMs ?? BUSY_MS, undefined, { signal });
    }
  }
}
