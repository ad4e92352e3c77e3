import { describe, expect, it } from '@jest/globals';
import { RequestProblem, type FieldProblem } from '@assay/contracts';
import { expandCase, readCases } from './frozen-cases.js';

interface JobCase {
  job: string;
  payload?: unknown;
  text?: string;
  refused: { status: number; code: string; fields: string[] } | null;
  reply: string[] | null;
}

export interface ConsumerParts {
  work: never;
  messaging: never;
}

export type ConsumerOf = (parts: ConsumerParts) => { process(job: never): Promise<unknown> };

/** Thrown where a valid job would reach the record. */
class ReachedTheRecord extends Error {}

export function describeBadJobs(queue: string, file: URL, consumerOf: ConsumerOf): void {
  const cases = readCases<JobCase>(file);
  describe(`jobs of the queue "${queue}" that are not as they should be`, () => {
    it.each([...Map.groupBy(cases, ({ job }) => job)])('are answered as before: %s', async (_job, ofJob) => {
      const now: JobCase[] = [];
      for (const frozen of ofJob) now.push({ ...frozen, ...(await execute(frozen, consumerOf)) });
      expect(now).toEqual(ofJob);
    });

    it('are hundreds', () => expect(cases.length).toBeGreaterThan(200));
  });
}

async function execute(frozen: JobCase, consumerOf: ConsumerOf): Promise<Pick<JobCase, 'refused' | 'reply'>> {
  const { job, payload, text } = expandCase(frozen);
  const replies: { errors: FieldProblem[] }[] = [];
  const consumer = consumerOf(partsThatReplyTo(replies));
  const data = text === undefined ? payload : (JSON.parse(text) as unknown);
  const sent = { name: job, id: '7', timestamp: 1, data, opts: {} };
  const outcome = await consumer.process(sent as never).catch((error: unknown) => error);
  const reply = replies[0]?.errors.map(({ field }) => field) ?? null;
  if (outcome instanceof ReachedTheRecord) return { refused: null, reply };
  if (!(outcome instanceof RequestProblem)) throw outcome;
  const { status, code, errors } = outcome;
  return {
    refused: { status, code, fields: distinct(errors.map(({ field }) => field)) },
    reply: reply && distinct(reply),
  };
}

function partsThatReplyTo(replies: { errors: FieldProblem[] }[]): ConsumerParts {
  const reached = (): never => {
    throw new ReachedTheRecord();
  };
  const work = { database: { query: reached, transaction: reached } };
  const messaging = { reply: async (_queue: string, answer: { errors: FieldProblem[] }) => void replies.push(answer) };
  return { work: work as never, messaging: messaging as never };
}

function distinct(fields: string[]): string[] {
  return [...new Set(fields)].sort();
}
