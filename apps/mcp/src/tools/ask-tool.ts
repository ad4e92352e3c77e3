import {
  describeEvent,
  describeRunning,
  describeReplacement,
  EarlyRows,
  hasRows,
  NO_PROGRESS,
  reduceProgress,
  summarizeAnswer,
  testRequest,
  withoutReplaced,
  type AssayClient,
  type QuestionProgress,
} from '@assay/client';
import {
  LEVELS,
  QUESTION_CHARACTERS,
  settingsSchema,
  type EscalationRecord,
  type Id,
  type RecordedEvent,
  type RowsPage,
} from '@assay/contracts';
import type { AskRequest } from '@assay/contracts/requests';
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answering } from '../tool-answer.js';

export const WIDTH = 100;
const FIRST_ROWS = 20;

const ASKS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false } as const;

const wait = z
  .boolean()
  .optional()
  .describe('false: return the id of the question at once; read_record has the answer later');

const inputSchema = z.strictObject({
  workspace: z.string().min(1).describe('Name or id of the workspace'),
  question: z.string().min(1).max(QUESTION_CHARACTERS).describe('The question, in natural language'),
  evidence: z.array(z.string().min(1)).optional().describe('Facts needed for the answer: definitions, codes, rules'),
  level: z.enum(LEVELS).optional().describe('Where to begin: BASIC (default), ADVANCED or EXPERT'),
  effort: settingsSchema.shape.effort
    .unwrap()
    .optional()
    .describe(
      'instant: a majority of three, untested; quick: two that agree and pass their tests are enough; ' +
        'economical, balanced: only the calls that can change the answer; exhaustive: all that are allowed',
    ),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Other settings of this question, such as maxLevel or allowSilver; the API checks them'),
  follows: z.uuid().optional().describe('Id of an earlier question of the same workspace that this one follows up'),
  continues: z
    .uuid()
    .optional()
    .describe('Id of an instant or SILVER question of the same words: its candidates are tested, not asked for again'),
  anew: z.boolean().optional().describe('true: ask the models even if an approved gold SQL answers the same question'),
  wait,
});

export function addAskTool(server: McpServer, client: AssayClient): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask a question',
      description:
        'Answers a question about a database with SQL that has been tested and judged. The verdict is GOLD (it passed ' +
        'every test), SILVER (likely, with what speaks against it), FAILED (no answer, with the reason) or ERROR. Takes from seconds ' +
        'to minutes; progress is reported. Ending the call over stdio cancels the question.',
      inputSchema,
      annotations: ASKS,
    },
    ({ wait: toEnd, effort, settings, ...request }, context) =>
      ask(
        client,
        { ...request, ...((settings ?? effort) && { settings: { ...settings, ...(effort && { effort }) } }) },
        toEnd,
        context,
      ),
  );
  server.registerTool(
    'ask_again',
    {
      title: 'Ask a question again',
      description: 'Asks an earlier question again with the same evidence, level, settings and thread.',
      inputSchema: z.strictObject({
        question: z.uuid().describe('Id of the earlier question'),
        test: z
          .boolean()
          .optional()
          .describe('true: test the candidates of its instant or SILVER answer instead of asking for others'),
        wait,
      }),
      annotations: ASKS,
    },
    ({ question, test, wait: toEnd }, context) =>
      answering(async () => {
        const asked = await client.questions.part(question, 'request');
        return ask(client, test === true ? testRequest(question, asked) : asked, toEnd, context);
      }),
  );
}

function ask(
  client: AssayClient,
  request: AskRequest,
  toEnd: boolean | undefined,
  context: ServerContext,
): Promise<CallToolResult> {
  return answering(async () => {
    const { id } = await client.questions.ask(request);
    if (toEnd !== false) return follow(client, id, context);
    return answer([`Asked as question ${id}; read_record has the answer when it is there.`], { question: id });
  });
}

async function follow(client: AssayClient, question: Id, { mcpReq }: ServerContext): Promise<CallToolResult> {
  const report = reporterOf(mcpReq);
  try {
    await publishProgress(client, question, mcpReq, report);
  } catch (error) {
    if (mcpReq.signal.aborted) await client.questions.cancel(question).catch(() => undefined);
    throw error;
  }
  const record = await client.questions.record(question, { signal: mcpReq.signal });
  await report(describeReplacement(record));
  const rows = hasRows(record) ? await firstRows(client, question) : null;
  return answer(summarizeAnswer(record, { width: WIDTH, rows }), { ...inBrief(record), ...(rows ? { rows } : {}) });
}

type Report = (message: string | null) => Promise<void>;

/** Sends nothing to clients that ask for no progress. */
function reporterOf({ _meta, notify }: ServerContext['mcpReq']): Report {
  const progressToken = _meta?.progressToken;
  let sent = 0;
  return async (message) => {
    if (progressToken === undefined || message === null) return;
    sent += 1;
    await notify({ method: 'notifications/progress', params: { progressToken, progress: sent, message } });
  };
}

async function publishProgress(
  client: AssayClient,
  question: Id,
  { _meta, signal }: ServerContext['mcpReq'],
  report: Report,
): Promise<void> {
  const early = new EarlyRows(client.questions, question, (line) => void report(line).catch(() => undefined));
  let progress = NO_PROGRESS;
  try {
    for await (const event of client.questions.events(question, { signal })) {
      progress = reduceProgress(progress, event);
      await report(event.type === 'question-accepted' ? `question ${question}` : lineOf(event, progress));
      if (_meta?.progressToken !== undefined) early.notice(event);
    }
  } finally {
    early.end();
  }
}

function lineOf(event: RecordedEvent, progress: QuestionProgress): string | null {
  const isStage = event.type === 'stage-started' || event.type === 'stage-finished';
  return (isStage ? describeRunning(progress, Date.parse(event.at)) : null) ?? describeEvent(event, progress);
}

/** Null if the target database fails; the SQL remains valid. */
async function firstRows(client: AssayClient, question: Id): Promise<RowsPage | null> {
  return client.questions.rows(question, { limit: FIRST_ROWS, measure: 'true' }).catch(() => null);
}

/** The decision without its history. */
export function inBrief(record: EscalationRecord): object {
  const shown = withoutReplaced(record);
  const { id, workspace, question, status, level, case: decided, confidence, result, usage, error } = shown;
  const { contested, silver, mostLikely, reason, summary, refusals, nextSteps } = shown;
  const { readings, openPoints, name, follows, continues, liked, corrected, correctedSql } = shown;
  return {
    ...{ question: id, workspace, asked: question, status, level, case: decided, confidence, result, usage, error },
    ...(silver && { silver }),
    ...(reason && { reason }),
    ...(correctedSql !== undefined && { correctedSql }),
    ...{ contested, mostLikely, summary, refusals, nextSteps, readings, openPoints },
    ...{ name, follows, continues, liked, corrected },
  };
}
