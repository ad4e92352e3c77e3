import type { EscalationRecord, Level, RowsPage } from '@assay/contracts';
import { ProgressReporter, paintFor, sizeOr, summarizeAnswer, type AssayClient } from '@assay/client';
import { DATA_QUESTION, DATA_SETTINGS } from './data/data-script.js';
import { findDemoQuestion, isSameQuestion, showcaseQuestion } from './demo/demo-questions.js';
import { DEMO_DATABASE } from './demo/database/demo-database.js';

export interface Demonstration {
  question: string | null;
  level: Level | null;
  json: boolean;
  /** Null: the demo's. */
  workspace: string | null;
}

const SHOWN_ROWS = 10;
const WIDTH = 100;

export async function demonstrate(
  client: AssayClient,
  { question, level, json, workspace }: Demonstration,
): Promise<EscalationRecord> {
  const byDefault = workspace === null ? showcaseQuestion().question : DATA_QUESTION;
  const text = question ?? byDefault;
  const demo = workspace === null ? findDemoQuestion(text) : null;
  const settings = workspace !== null && isSameQuestion(text, DATA_QUESTION) ? DATA_SETTINGS : demo?.settings;
  const terminal = process.stderr.isTTY;
  const paint = paintFor(terminal, process.env);
  const reporter = new ProgressReporter({
    output: process.stderr,
    mode: json ? 'silent' : terminal ? 'live' : 'plain',
    paint,
  });
  reporter.note(`Question: ${text}`);
  const { id } = await client.questions.ask({
    workspace: workspace ?? DEMO_DATABASE.name,
    question: text,
    ...(demo ? { evidence: [...demo.evidence] } : {}),
    ...(settings ? { settings } : {}),
    ...(level === null ? {} : { level }),
  });
  for await (const event of client.questions.events(id)) reporter.show(event);
  reporter.end();
  const record = await client.questions.record(id);
  if (json) process.stdout.write(`${JSON.stringify(record, null, 2)}\n`);
  else await printAnswer(client, record);
  return record;
}

async function printAnswer(client: AssayClient, record: EscalationRecord): Promise<void> {
  const width = sizeOr(process.stdout.columns, WIDTH);
  const paint = paintFor(process.stdout.isTTY, process.env);
  const rows = await rowsOf(client, record);
  process.stdout.write(`\n${summarizeAnswer(record, { width, paint, ...rows }).join('\n')}\n`);
}

async function rowsOf(
  client: AssayClient,
  { id, status }: EscalationRecord,
): Promise<{ rows?: RowsPage; rowsProblem?: string }> {
  if (status !== 'GOLD' && status !== 'SILVER') return {};
  try {
    return { rows: await client.questions.rows(id, { limit: SHOWN_ROWS, measure: 'true' }) };
  } catch (error) {
    return { rowsProblem: error instanceof Error ? error.message : String(error) };
  }
}

export function exitCodeOf({ status }: Pick<EscalationRecord, 'status'>): number {
  if (status === 'GOLD' || status === 'SILVER') return 0;
  return status === 'FAILED' ? 2 : 1;
}
