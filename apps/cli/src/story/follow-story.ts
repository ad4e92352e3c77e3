import { ApiProblem, describeStory, paintFor } from '@assay/client';
import type { Id } from '@assay/contracts';
import type { CliContext } from '../cli-context.js';
import { EXIT_ERROR, EXIT_FAILED, EXIT_OK } from '../exit-codes.js';
import { Interrupted } from '../interrupted.js';
import { StoryReporter } from './story-reporter.js';

/** Exits with 0 for a choice, 2 if nothing is good enough, else 1. */
export async function followStory(context: CliContext, evaluation: Id, { json }: { json: boolean }): Promise<void> {
  await watch(context, evaluation, json);
  const record = await context.client().storyEvaluations.record(evaluation);
  if (json) context.printJson(record);
  else context.print(describeStory(record, context));
  const isDecided = record.status === 'DONE';
  context.exitCode = isDecided ? (record.choice === null ? EXIT_FAILED : EXIT_OK) : EXIT_ERROR;
}

async function watch(context: CliContext, evaluation: Id, json: boolean): Promise<void> {
  const { stderr, stdout, env } = context.terminal;
  const isLive = stderr.isTTY === true && env['TERM'] !== 'dumb' && (json || stdout.isTTY === true);
  const reporter = new StoryReporter({
    output: stderr,
    mode: isLive ? 'live' : json ? 'silent' : 'plain',
    paint: paintFor(stderr.isTTY === true, env),
    hint: 'Ctrl-C cancels',
  });
  const leaving = new AbortController();
  const release = context.terminal.onInterrupt(interruption(context, evaluation, reporter, leaving));
  try {
    const events = context.client().storyEvaluations.events(evaluation, { signal: leaving.signal });
    for await (const event of events) reporter.show(event);
  } finally {
    release();
    reporter.end();
  }
}

function interruption(
  context: CliContext,
  evaluation: Id,
  reporter: StoryReporter,
  leaving: AbortController,
): () => void {
  let isCancelling = false;
  return () => {
    if (isCancelling) {
      leaving.abort(new Interrupted(`left; evaluation ${evaluation} is being cancelled`));
      return;
    }
    isCancelling = true;
    reporter.note('Cancelling; Ctrl-C again leaves at once.');
    context
      .client()
      .storyEvaluations.cancel(evaluation)
      .catch((error: unknown) => {
        // Ended already: show the result.
        if (error instanceof ApiProblem && error.code === 'ALREADY_FINISHED') return;
        reporter.note(`It could not be cancelled: ${error instanceof Error ? error.message : String(error)}`);
        isCancelling = false;
      });
  };
}
