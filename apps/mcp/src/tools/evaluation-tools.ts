import { describeEvaluation, formatPercent, type AssayClient } from '@assay/client';
import { EVALUATION_BOUNDS, type WorkspaceEvaluation } from '@assay/contracts';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answering } from '../tool-answer.js';

const workspace = z.string().min(1).describe('Name or id of the workspace');

export function addEvaluationTools(server: McpServer, client: AssayClient): void {
  server.registerTool(
    'evaluate_workspace',
    {
      title: 'Evaluate a workspace',
      description:
        'Asks every gold SQL of a workspace as a question, and compares what is returned. It goes on in the background ' +
        'for a long time and asks models a lot: ask the person first. read_evaluation shows its progress.',
      inputSchema: z.strictObject({
        workspace,
        repeats: z
          .int()
          .min(1)
          .max(EVALUATION_BOUNDS.mostRepeats)
          .optional()
          .describe(`How often each gold SQL is asked (default ${EVALUATION_BOUNDS.repeats})`),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    ({ workspace: name, ...body }) =>
      answering(async () => {
        const started = await client.evaluations.start(await idOf(client, name), body);
        return answer([`Evaluation ${started.id} is running.`], started);
      }),
  );
  server.registerTool(
    'read_evaluation',
    {
      title: 'Read evaluations',
      description:
        'Status or result of an evaluation of a workspace; without its id, the latest evaluations, newest first.',
      inputSchema: z.strictObject({ workspace, evaluation: z.uuid().optional().describe('Id of one evaluation') }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ workspace: name, evaluation }) =>
      answering(async () => {
        const id = await idOf(client, name);
        if (evaluation === undefined) {
          const { items } = await client.evaluations.list(id);
          const lines = items.length > 0 ? items.map(lineOf) : ['It has not been evaluated yet.'];
          return answer(lines, { evaluations: items });
        }
        const found = await client.evaluations.get(id, evaluation);
        return answer(describeEvaluation(name, found), found);
      }),
  );
  server.registerTool(
    'cancel_evaluation',
    {
      title: 'Cancel an evaluation',
      description: 'Ends an evaluation of a workspace with its results so far.',
      inputSchema: z.strictObject({ workspace, evaluation: z.uuid().describe('Id of the evaluation') }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    ({ workspace: name, evaluation }) =>
      answering(async () => {
        const cancelled = await client.evaluations.cancel(await idOf(client, name), evaluation);
        return answer([lineOf(cancelled)], cancelled);
      }),
  );
}

async function idOf(client: AssayClient, workspace: string): Promise<string> {
  return (await client.workspaces.get(workspace)).id;
}

function lineOf({ id, createdAt, status, passHatK: [right], changedSince }: WorkspaceEvaluation): string {
  const rate = right === undefined ? '' : `, ${formatPercent(right)} of answers right`;
  const changed = changedSince.length > 0 ? `; changed since: ${changedSince.join(', ')}` : '';
  return `${createdAt} ${status}${rate}${changed}  ${id}`;
}
