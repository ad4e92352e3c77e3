import { addAnswerTools } from './answer-tools.js';
import { addCsvTool } from './csv-tool.js';
import { contradictionOf, count, explainDecision, renderTable, summarizeAnswer, type AssayClient } from '@assay/client';
import { withMeasure, type AttemptRecord, type EscalationRecord, type Id } from '@assay/contracts';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answering } from '../tool-answer.js';
import { inBrief, WIDTH } from './ask-tool.js';

const question = z.uuid().describe('Id of the question');
const ROWS = 100;
const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

export function addQuestionTools(server: McpServer, client: AssayClient): void {
  addReadRecord(server, client);
  addAnswerTools(server, client);
  addCsvTool(server, client);
  server.registerTool(
    'page_rows',
    {
      title: 'Page rows',
      description: "A page of the rows that a question's winning SQL returns, executed read-only now.",
      inputSchema: z.strictObject({
        question,
        offset: z.int().min(0).optional().describe('Rows to leave out (default 0)'),
        limit: z.int().min(1).max(1000).optional().describe(`Rows at most (default ${ROWS})`),
      }),
      annotations: READ_ONLY,
    },
    ({ question: id, offset = 0, limit = ROWS }) =>
      answering(async () => {
        const page = await client.questions.rows(id, { offset, limit, measure: 'true' });
        const { columns, rows } = withMeasure(page);
        const table = renderTable(columns, rows, { width: WIDTH });
        const more = page.truncated ? ', of more' : '';
        return answer([...table, `(${count(page.rows.length, 'row')} from row ${offset + 1}${more})`], page);
      }),
  );
  server.registerTool(
    'like',
    {
      title: 'Like an answer',
      description: "Keeps a question's winning SQL as a gold SQL of its workspace: an example for later questions.",
      inputSchema: z.strictObject({ question }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ question: id }) =>
      answering(async () => {
        const { goldSql, created } = await client.questions.like(id);
        const words = created ? `Kept as gold SQL ${goldSql.id}.` : `It was liked before: gold SQL ${goldSql.id}.`;
        return answer([words, ...contradictionOf(goldSql.contradicts)], { goldSql, created });
      }),
  );
  server.registerTool(
    'cancel',
    {
      title: 'Cancel a question',
      description: 'Cancels a question that is still running.',
      inputSchema: z.strictObject({ question }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    ({ question: id }) =>
      answering(async () => {
        await client.questions.cancel(id);
        return answer(['It ends as CANCELLED soon.'], { question: id });
      }),
  );
}

function addReadRecord(server: McpServer, client: AssayClient): void {
  server.registerTool(
    'read_record',
    {
      title: 'Read the record',
      description:
        'Status of a question, or how it was decided: SQL, verdict, attempts with their candidates, tests and reasons.',
      inputSchema: z.strictObject({
        question,
        detail: z
          .enum(['summary', 'attempts', 'full'])
          .optional()
          .describe(
            'summary (default); attempts: with every candidate and verdict; full: model calls and events too, long',
          ),
      }),
      annotations: READ_ONLY,
    },
    ({ question: id, detail = 'summary' }) => answering(async () => show(await recordOf(client, id), detail)),
  );
}

async function recordOf(client: AssayClient, id: Id): Promise<EscalationRecord> {
  return client.questions.record(id);
}

function show(record: EscalationRecord, detail: 'summary' | 'attempts' | 'full'): ReturnType<typeof answer> {
  if (detail === 'full') return answer([JSON.stringify(record)], record);
  const { attempts } = record;
  const summary =
    record.finishedAt === null
      ? [`${record.status} at level ${record.level}, ${count(attempts.length, 'attempt')} so far`]
      : summarizeAnswer(record, { width: WIDTH });
  if (detail === 'attempts') return answer([JSON.stringify(attempts)], { ...inBrief(record), attempts });
  return answer([...summary, '', ...attempts.map(describeAttempt)], {
    ...inBrief(record),
    explanation: record.finishedAt === null ? null : explainDecision(record),
  });
}

function describeAttempt({ level, case: decided, candidates, tests, verdicts }: AttemptRecord): string {
  const valid = candidates.filter((candidate) => candidate.valid && candidate.duplicateOf === null);
  const judged = tests.filter((test) => test.number !== null);
  const failed = verdicts.filter(({ verdict }) => verdict === 'FAIL');
  return (
    `${level}: ${count(candidates.length, 'candidate')}, ${valid.length} valid and distinct; ` +
    `${count(judged.length, 'test')}; ${count(failed.length, 'failed verdict')}; case ${decided ?? '–'}`
  );
}
