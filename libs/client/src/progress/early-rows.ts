import type { Id, RecordedEvent, RowsPage } from '@assay/contracts';
import type { QuestionsClient } from '../questions-client.js';
import { oneLine, truncate } from './display-text.js';
import { count, formatNumber } from './quantities.js';
import { cellText } from './text-table.js';

type LeaderChanged = Extract<RecordedEvent, { type: 'leader-changed' }>;

const MOST_ROWS = 3;
const WIDTH = 160;

/** Events after which rows of untested candidates are no news. */
const TESTED: ReadonlySet<RecordedEvent['type']> = new Set(['verdict-given', 'case-decided', 'question-finished']);

/**
 * Reads the leading candidate's rows beside the events, while nothing is judged. For people who wait: never part of an
 * answer or export.
 */
export class EarlyRows {
  private readonly leaving = new AbortController();
  private leader: Id | null = null;

  /** @param show a line marked as untested; null once judging begins or the question ends */
  constructor(
    private readonly questions: Pick<QuestionsClient, 'rows'>,
    private readonly question: Id,
    private readonly show: (line: string | null) => void,
  ) {}

  /** Call with each event. Does not wait for rows; without them the line stays. */
  notice(event: RecordedEvent): void {
    if (TESTED.has(event.type)) return this.end();
    if (event.type === 'leader-changed' && !this.leaving.signal.aborted) void this.read(event);
  }

  end(): void {
    if (this.leaving.signal.aborted) return;
    this.leaving.abort();
    if (this.leader !== null) this.show(null);
  }

  private async read(event: LeaderChanged): Promise<void> {
    const { candidate } = event;
    this.leader = candidate;
    const { signal } = this.leaving;
    try {
      const rows = await this.questions.rows(this.question, { candidate, limit: MOST_ROWS }, { signal });
      if (!signal.aborted && this.leader === candidate) this.show(describeEarlyRows(event, rows));
    } catch {
      // the answer follows
    }
  }
}

/** `not tested yet, 3 of 4 SQLs agree: city = Rome, orders = 3; …`. */
export function describeEarlyRows(
  { agreeing, of }: Pick<LeaderChanged, 'agreeing' | 'of'>,
  { columns, rows, truncated, rowCount }: RowsPage,
): string {
  const shown = rows
    .slice(0, MOST_ROWS)
    .map((row) => columns.map(({ name }, index) => `${oneLine(name)} = ${cellText(row[index] ?? null)}`).join(', '));
  const isCut = truncated || rowCount > shown.length;
  const text = shown.length === 0 ? 'no rows' : [...shown, ...(isCut ? ['…'] : [])].join('; ');
  return truncate(`not tested yet, ${formatNumber(agreeing)} of ${count(of, 'SQL')} agree: ${text}`, WIDTH);
}
