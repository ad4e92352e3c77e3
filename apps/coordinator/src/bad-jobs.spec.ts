import { describe, expect, it } from '@jest/globals';
import { RequestProblem, type FieldProblem } from '@assay/contracts';
import type { Messaging, QuestionsJob } from '@assay/messaging';
import { AuditTrail, Likes, QuestionIntake, QuestionReader } from '@assay/questions';
import { DrainRegistry, createLogger } from '@assay/runtime';
import { expandCase, readCases } from '@assay/testing';
import type { Work } from '@assay/work';
import type { Job } from 'bullmq';
import { QuestionsProcessor } from './questions.processor.js';
import { QuestionsService } from './questions.service.js';

/** A job with what became of it when zod checked jobs: its refusal, or null where it reached the record. */
interface JobCase {
  job: string;
  payload?: unknown;
  text?: string;
  refused: { status: number; code: string; fields: string[] } | null;
  /** Fields that the reply names; null where no reply was sent. */
  reply: string[] | null;
}

/** A job that is as it should be goes on to the record, which these tests do without. */
class ReachedTheRecord extends Error {}

const CASES = readCases<JobCase>(new URL('./testing/bad-jobs.jsonl', import.meta.url));

describe('jobs of the queue "questions" that are not as they should be', () => {
  it.each([...Map.groupBy(CASES, ({ job }) => job)])('are answered as before: %s', async (_job, cases) => {
    const now: JobCase[] = [];
    for (const frozen of cases) now.push({ ...frozen, ...(await carryOut(frozen)) });
    expect(now).toEqual(cases);
  });

  it('are hundreds', () => expect(CASES.length).toBeGreaterThan(200));
});

async function carryOut(frozen: JobCase): Promise<Pick<JobCase, 'refused' | 'reply'>> {
  const { job, payload, text } = expandCase(frozen);
  const replies: { errors: FieldProblem[] }[] = [];
  const take = consumerOf(async (reply) => void replies.push(reply));
  const data = text === undefined ? payload : (JSON.parse(text) as unknown);
  const sent = { name: job, id: '7', timestamp: 1, data, opts: {} } as unknown as Job<QuestionsJob>;
  const outcome = await take(sent).catch((error: unknown) => error);
  const reply = replies[0]?.errors.map(({ field }) => field) ?? null;
  if (outcome instanceof ReachedTheRecord) return { refused: null, reply };
  if (!(outcome instanceof RequestProblem)) throw outcome;
  const { status, code, errors } = outcome;
  return {
    refused: { status, code, fields: distinct(errors.map(({ field }) => field)) },
    reply: reply && distinct(reply),
  };
}

function distinct(fields: string[]): string[] {
  return [...new Set(fields)].sort();
}

/** What the processor does with a job; replies go to `reply`. */
function consumerOf(
  reply: (answer: { errors: FieldProblem[] }) => Promise<void>,
): (job: Job<QuestionsJob>) => Promise<unknown> {
  const reached = (): never => {
    throw new ReachedTheRecord();
  };
  const work = { database: { query: reached, transaction: reached } } as unknown as Work;
  const messaging = {
    reply: (_queue: string, answer: { errors: FieldProblem[] }) => reply(answer),
  } as unknown as Messaging;
  const intake = new QuestionIntake(work, () => true);
  const audit = new AuditTrail(work);
  const service = new QuestionsService(intake, new QuestionReader(work), new Likes(work), audit, messaging, work);
  const logger = createLogger({ service: 'coordinator', level: 'silent', secrets: [] });
  const processor = new QuestionsProcessor(service, new DrainRegistry(), logger);
  return (job) => processor.process(job);
}
