import { describeStory, oneLine } from '@assay/client';
import type { Id } from '@assay/contracts';
import type { StoryEvaluationRequest } from '@assay/contracts/requests';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { collectText, parseCount, parseId, parsePercent } from '../options.js';
import { followStory } from '../story/follow-story.js';
import { readStories } from '../story/read-stories.js';
import {
  collectCriterion,
  collectEvaluator,
  DEFAULT_EVALUATORS,
  parseMode,
  type EvaluatorFlag,
} from '../story/story-options.js';
import { take } from '../take.js';

const SHOWN = 50;

interface ListFlags {
  limit: number;
  json?: true;
}

interface EvaluateFlags {
  id?: string;
  evaluator?: EvaluatorFlag[];
  instructions?: string[];
  criterion?: { name: string; description: string }[];
  mode: 'prompt' | 'parts';
  coherence?: true;
  minEvaluators?: number;
  minScore?: number;
  attempts?: number;
  fallbackModel?: string;
  /** True: the default threshold. */
  tts?: true | number;
  detach?: true;
  json?: true;
}

export function addStoryCommand(program: Command, context: CliContext): void {
  const story = program.command('story').description('evaluate stories');
  story
    .command('evaluate')
    .description('let evaluators score versions of a story, and show which is best')
    .argument('<files...>', 'one version of the story per file; - reads one from standard input')
    .option('--id <text>', 'what the story is called; else the first file gives its name')
    .option(
      '-e, --evaluator <name[=model]>',
      'an evaluator, and its model (can be repeated); else a reader and an editor',
      collectEvaluator,
    )
    .option('--instructions <text>', 'instruction for all evaluators (can be repeated)', collectText)
    .option('--criterion <name=text>', 'criterion besides the scores (can be repeated)', collectCriterion)
    .option('--mode <mode>', 'prompt: the story is in the prompt; parts: it is read part by part', parseMode, 'prompt')
    .option('--coherence', 'check chunks for contradictions')
    .option('--min-evaluators <count>', 'fewest evaluators that must score a version', parseCount)
    .option('--min-score <score>', 'score, 0 to 100, below which nothing is chosen', parsePercent)
    .option('--attempts <count>', 'attempts while a model is unreachable', parseCount)
    .option('--fallback-model <name>', 'model for evaluators whose own gives no evaluation')
    .option('--tts [percent]', 'turn each version into speech that covers so much of it (90)', parsePercent)
    .option('--detach', 'print the id and exit')
    .option('--json', 'print only the record')
    .action(async (files: string[], flags: EvaluateFlags) => evaluate(context, files, flags));
  story
    .command('list')
    .description('list evaluations, the newest first: your own; with an admin key all')
    .option('-n, --limit <number>', 'list at most this many', parseCount, SHOWN)
    .option('--json', 'print them as JSON')
    .action(async (flags: ListFlags) => list(context, flags));
  story
    .command('show')
    .description('show an evaluation: scores, choice and failed evaluators')
    .argument('<evaluation>', 'id of the evaluation', parseId)
    .option('--json', 'print only the record')
    .action(async (evaluation: Id, flags: { json?: true }) => {
      const record = await context.client().storyEvaluations.record(evaluation);
      context.show(flags.json, record, () => describeStory(record, context));
    });
}

async function list(context: CliContext, { limit, json }: ListFlags): Promise<void> {
  const found = await take(context.client().storyEvaluations.all(), limit);
  const rows = found.map(({ id, createdAt, storyId, status, choice, ranking: [best] }) => [
    id,
    createdAt,
    oneLine(storyId),
    status,
    oneLine(choice ?? ''),
    best === undefined ? '' : best.score.toFixed(1),
  ]);
  context.show(json, found, () => context.tableOf(['id', 'asked', 'story', 'status', 'choice', 'score'], rows));
}

async function evaluate(context: CliContext, files: string[], flags: EvaluateFlags): Promise<void> {
  const candidates = await readStories(context.terminal, files);
  const storyId = flags.id ?? candidates[0]?.label ?? 'story';
  const accepted = await context.client().storyEvaluations.evaluate(requestOf(storyId, candidates, flags));
  if (flags.detach) return context.show(flags.json, accepted, ({ id }) => [id]);
  await followStory(context, accepted.id, { json: flags.json ?? false });
}

function requestOf(
  storyId: string,
  candidates: StoryEvaluationRequest['candidates'],
  flags: EvaluateFlags,
): StoryEvaluationRequest {
  const { attempts, fallbackModel, tts } = flags;
  const instructions = flags.instructions?.join('\n');
  const evaluators = (flags.evaluator ?? DEFAULT_EVALUATORS).map((evaluator) => ({
    ...evaluator,
    ...(instructions === undefined ? {} : { instructions }),
    ...(flags.coherence ? { coherence: true } : {}),
  }));
  return {
    storyId,
    candidates,
    evaluators,
    mode: flags.mode,
    criteria: flags.criterion,
    minEvaluators: flags.minEvaluators,
    minimumScore: flags.minScore,
    ...(attempts === undefined && fallbackModel === undefined ? {} : { retry: { attempts, fallbackModel } }),
    ...(tts === undefined ? {} : { tts: tts === true ? {} : { threshold: tts } }),
  };
}
