import {
  ApiProblem,
  describeReplacement,
  EarlyRows,
  hasRows,
  paintFor,
  ProgressReporter,
  summarizeAnswer,
  type SummaryView,
} from '@assay/client';
import type { EscalationRecord, Id } from '@assay/contracts';
import { AssayError } from '@assay/contracts';
import type { CliContext } from './cli-context.js';
import { exitCodeOf } from './exit-codes.js';
import { Interrupted } from './interrupted.js';

export interface FollowOptions {
  /** Prints only the record. */
  json: boolean;
  /** Prints the winner's rows as CSV; without a winner, the answer. */
  csv?: boolean;
  rows: number;
  /** Effect of the first Ctrl-C; the second leaves. */
  onInterrupt: 'cancel' | 'leave';
}

/** Sets the exit code. */
export async function followQuestion(context: CliContext, question: Id, options: FollowOptions): Promise<void> {
  await watch(context, question, options);
  const record = await context.client().questions.record(question);
  const replacement = describeReplacement(record);
  if (replacement !== null && progressMode(context, options.json) !== 'silent')
    context.terminal.stderr.write(`${replacement}\n`);
  if (options.json) context.printJson(record);
  else if (options.csv && hasRows(record)) await printCsv(context, question);
  else {
    const answer = summarizeAnswer(record, await summaryView(context, record, options.rows));
    context.print(context.terminal.stdout.isTTY ? ['', ...answer] : answer);
  }
  context.exitCode = exitCodeOf(record.status);
}

async function printCsv(context: CliContext, question: Id): Promise<void> {
  const { truncated, text } = await context.client().questions.csv(question);
  const decoder = new TextDecoder();
  for await (const piece of text) context.terminal.stdout.write(decoder.decode(piece, { stream: true }));
  if (truncated)
    context.terminal.stderr.write('There are more rows than may be exported: these are the first of them.\n');
}

async function watch(context: CliContext, question: Id, options: FollowOptions): Promise<void> {
  const leaving = new AbortController();
  const mode = progressMode(context, options.json);
  const reporter = new ProgressReporter({
    output: context.terminal.stderr,
    mode,
    paint: paintFor(context.terminal.stderr.isTTY === true, context.terminal.env),
    hint: options.onInterrupt === 'cancel' ? 'Ctrl-C cancels' : 'Ctrl-C leaves',
  });
  const release = context.terminal.onInterrupt(interruption(context, question, options, reporter, leaving));
  const early = new EarlyRows(context.client().questions, question, (line) => reporter.early(line));
  let last: 'keep' | 'clear' = 'keep';
  try {
    for await (const event of context.client().questions.events(question, { signal: leaving.signal })) {
      reporter.show(event);
      if (mode !== 'silent') early.notice(event);
    }
    if (options.json) last = 'clear';
  } finally {
    early.end();
    release();
    reporter.end(last);
  }
}

function progressMode({ terminal }: CliContext, json: boolean): 'live' | 'plain' | 'silent' {
  const { stdout, stderr, env } = terminal;
  const live = stderr.isTTY === true && env['TERM'] !== 'dumb' && (json || stdout.isTTY === true);
  if (live) return 'live';
  return json ? 'silent' : 'plain';
}

function interruption(
  context: CliContext,
  question: Id,
  options: FollowOptions,
  reporter: ProgressReporter,
  leaving: AbortController,
): () => void {
  let cancelling = false;
  return () => {
    if (cancelling || options.onInterrupt === 'leave') {
      const goesOn = cancelling ? 'is being cancelled' : 'goes on';
      leaving.abort(new Interrupted(`left; the question ${goesOn}: npx assay follow ${question}`));
      return;
    }
    cancelling = true;
    reporter.note('Cancelling; Ctrl-C again leaves at once.');
    reporter.hint('cancelling');
    context
      .client()
      .questions.cancel(question)
      .catch((error: unknown) => {
        // Ended already: show the result.
        if (error instanceof ApiProblem && error.code === 'ALREADY_FINISHED') return;
        reporter.note(`It could not be cancelled: ${error instanceof Error ? error.message : String(error)}`);
        cancelling = false;
      });
  };
}

async function summaryView(context: CliContext, record: EscalationRecord, limit: number): Promise<SummaryView> {
  const { width, paint, table } = context;
  const view = { width, tableWidth: table.width, paint, rows: null, rowsProblem: null };
  if (!hasRows(record) || limit === 0) return view;
  try {
    return { ...view, rows: await context.client().questions.rows(record.id, { limit, measure: 'true' }) };
  } catch (error) {
    // Show the answer without rows.
    if (error instanceof AssayError) return { ...view, rowsProblem: error.message };
    throw error;
  }
}
