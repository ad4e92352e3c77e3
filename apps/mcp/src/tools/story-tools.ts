import { describeStory, oneLine, plainPaint, type AssayClient } from '@assay/client';
import type { StoryEvaluationView } from '@assay/contracts';
import { requestSchema, StoryEvaluationRequest } from '@assay/contracts/requests';
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, answering } from '../tool-answer.js';
import { WIDTH } from './ask-tool.js';

const evaluation = z.uuid().describe('Id of the evaluation');
const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

export function addStoryTools(server: McpServer, client: AssayClient): void {
  server.registerTool(
    'evaluate_story',
    {
      title: 'Evaluate a story',
      description:
        'Lets evaluators score versions of a story and chooses the best; with tts, each becomes a script for speech. ' +
        'It goes on in the background: read_story_evaluation has the outcome.',
      // The API validates with the same schema.
      inputSchema: fromJsonSchema<StoryEvaluationRequest>(requestSchema(StoryEvaluationRequest)),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (request) =>
      answering(async () => {
        const { id } = await client.storyEvaluations.evaluate(request);
        return answer([`Evaluation ${id} is running.`], { evaluation: id });
      }),
  );
  server.registerTool(
    'read_story_evaluation',
    {
      title: 'Read story evaluations',
      description: 'Scores, choice and reasons of an evaluation; without its id: the latest of them, newest first.',
      inputSchema: z.strictObject({ evaluation: evaluation.optional() }),
      annotations: READ_ONLY,
    },
    ({ evaluation: id }) =>
      answering(async () => {
        if (id === undefined) {
          const { items } = await client.storyEvaluations.list();
          return answer(items.length > 0 ? items.map(lineOf) : ['There are none.'], { evaluations: items });
        }
        const record = await client.storyEvaluations.record(id);
        const { calls: _calls, events: _events, toolCalls: _toolCalls, ...facts } = record;
        return answer(describeStory(record, { width: WIDTH, table: { width: WIDTH }, paint: plainPaint }), facts);
      }),
  );
  server.registerTool(
    'read_narration',
    {
      title: 'Read a narration',
      description: 'One candidate as speech, where tts was asked for: who speaks, and what is said, in order.',
      inputSchema: z.strictObject({ evaluation, label: z.string().min(1).describe('Label of the candidate') }),
      annotations: READ_ONLY,
    },
    ({ evaluation: id, label }) =>
      answering(async () => {
        const narration = await client.storyEvaluations.ttsSchema(id, label);
        return answer([JSON.stringify(narration)], { narration });
      }),
  );
  server.registerTool(
    'cancel_story_evaluation',
    {
      title: 'Cancel a story evaluation',
      description: 'Cancels an evaluation that is still running.',
      inputSchema: z.strictObject({ evaluation }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    ({ evaluation: id }) =>
      answering(async () => {
        await client.storyEvaluations.cancel(id);
        return answer(['It ends as CANCELLED soon.'], { evaluation: id });
      }),
  );
}

function lineOf({ id, createdAt, storyId, status, choice }: StoryEvaluationView): string {
  return `${createdAt} ${status} ${oneLine(storyId)}${choice === null ? '' : `: ${oneLine(choice)}`}  ${id}`;
}
