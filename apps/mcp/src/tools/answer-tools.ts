import { contradictionOf, oneLine, type AssayClient } from '@assay/client';
import { QUESTION_NAME_CHARACTERS } from '@assay/contracts';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answering } from '../tool-answer.js';

const question = z.uuid().describe('Id of the question');
const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false } as const;

export function addAnswerTools(server: McpServer, client: AssayClient): void {
  addFinding(server, client);
  server.registerTool(
    'correct',
    {
      title: 'Correct an answer',
      description: 'Marks an answer as wrong. The right SQL is run and becomes a gold SQL; a comment is stored.',
      inputSchema: z.strictObject({
        question,
        sql: z.string().min(1).optional().describe('The SQL that is right'),
        comment: z.string().min(1).optional().describe('What is wrong'),
      }),
      annotations: ADDS,
    },
    ({ question: id, ...correction }) =>
      answering(async () => {
        const kept = await client.questions.correct(id, correction);
        const words = kept.goldSql === null ? 'Kept as a comment.' : `Kept as gold SQL ${kept.goldSql}.`;
        return answer([words, ...contradictionOf(kept.contradicts)], kept);
      }),
  );
  server.registerTool(
    'settle',
    {
      title: 'Settle an open point',
      description:
        'Chooses the meaning of an open point (openPoints of the question). The question is decided again from ' +
        'its record, without a model. Ask the person who asked the question: do not choose for them.',
      inputSchema: z.strictObject({
        question,
        openPoint: z.string().min(1).describe('Id of the open point'),
        option: z.string().min(1).describe('Id of the option'),
        remember: z.boolean().optional().describe('true: later questions of the workspace use it, too'),
        sentence: z
          .string()
          .min(1)
          .optional()
          .describe('What is remembered, as the person wrote it; needed where the options are SQLs of this question'),
      }),
      annotations: { ...ADDS, idempotentHint: true },
    },
    ({ question: id, ...settlement }) =>
      answering(async () => {
        const settled = await client.questions.settle(id, settlement);
        const meant = settled.readings.find(({ chosen }) => chosen)?.statement ?? 'It is settled.';
        const [winner] = settled.result?.sqlList ?? [];
        return answer([oneLine(meant), winner?.sql ?? ''], {
          question: id,
          status: settled.status,
          sql: winner?.sql ?? null,
          readings: settled.readings,
          openPoints: settled.openPoints,
        });
      }),
  );
  server.registerTool(
    'chart',
    {
      title: 'Chart an answer',
      description: 'A chart of what the winning SQL returns, as Vega-Lite JSON; null where a table shows it better.',
      inputSchema: z.strictObject({ question }),
      annotations: READ_ONLY,
    },
    ({ question: id }) =>
      answering(async () => {
        const chart = await client.questions.chartOrReason(id);
        if (typeof chart === 'string') return answer([`There is no chart: ${chart}.`], { chart: null });
        return answer([JSON.stringify(chart)], { chart });
      }),
  );
}

function addFinding(server: McpServer, client: AssayClient): void {
  server.registerTool(
    'find_questions',
    {
      title: 'Find questions',
      description: 'Questions that were asked before, the newest first, by words of question and name.',
      inputSchema: z.strictObject({
        workspace: z.string().min(1).optional().describe('Name or id of the workspace'),
        search: z.string().min(1).optional().describe('Beginnings of words'),
        saved: z.boolean().optional().describe('true: only those that are saved under a name'),
        follows: z.uuid().optional().describe('Id of a question: only those that were asked as follow-ups of it'),
      }),
      annotations: READ_ONLY,
    },
    (filter) =>
      answering(async () => {
        const { items } = await client.questions.list(filter);
        const found = items.map(({ id, workspace, question: asked, name, status, summary }) => {
          return { question: id, workspace, asked, name, status, summary };
        });
        const lines = found.map(({ question: id, asked, name, status }) =>
          [status, name === null ? oneLine(asked) : `${oneLine(name)}: ${oneLine(asked)}`, id].join('  '),
        );
        return answer(lines.length > 0 ? lines : ['There are none.'], { questions: found });
      }),
  );
  server.registerTool(
    'save',
    {
      title: 'Save a question',
      description: 'Saves a question under a name; null removes the name.',
      inputSchema: z.strictObject({ question, name: z.string().min(1).max(QUESTION_NAME_CHARACTERS).nullable() }),
      annotations: { ...ADDS, idempotentHint: true },
    },
    ({ question: id, name }) =>
      answering(async () => {
        const saved = await client.questions.name(id, name);
        return answer([saved.name === null ? 'It has no name any more.' : `Saved as ${oneLine(saved.name)}.`], {
          question: id,
          name: saved.name,
        });
      }),
  );
}
