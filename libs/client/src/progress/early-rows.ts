import type { EscalationRecord, Id, RecordedEvent, RowsPage } from '@assay/contracts';
import type { QuestionsClient } from '../questions-client.js';
import { oneLine, truncate } from './display-text.js';
import { cellText } from './text-table.js';
import { describeAgreement } from './words.js';

type LeaderChanged = Extract<RecordedEvent, { type: 'leader-changed' }>;

const MOST_ROWS = 3;
const WIDTH = 160;

/** Reads the leading candidate's rows beside the events. For people who wait: never part of an answer or export. */
export class EarlyRows {
  private readonly leaving = new AbortController();
  private leader: Id | null = null;
  private shown: { event: LeaderChanged; rows: RowsPage } | null = null;
  private isJudged = false;

  /** @param show a line marked as untested, again once judging begins; null when the question ends */
  constructor(
    private readonly questions: Pick<QuestionsClient, 'rows'>,
    private readonly question: Id,
    private readonly show: (line: string | null) => void,
  ) {}

  /** Call with each event. Does not wait for rows; without them the line stays. */
  notice(event: RecordedEvent): void {
    if (this.leaving.signal.aborted) return;
    if (event.type === 'question-finished') this.end();
    if (event.type === 'leader-changed') void this.read(event);
    if (event.type !== 'verdict-given' || this.isJudged) return;
    this.isJudged = true;
    this.draw();
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
      if (signal.aborted || this.leader !== candidate) return;
      this.shown = { event, rows };
      this.draw();
    } catch {
      // the answer follows
    }
  }

  private draw(): void {
    if (this.shown !== null) this.show(describeEarlyRows(this.shown.event, this.shown.rows, this.isJudged));
  }
}

/** A note if the answer has other rows than those shown early; else null. */
export function describeReplacement({
  events,
  attempts,
  settlements,
}: Pick<EscalationRecord, 'events' | 'attempts' | 'settlements'>): string | null {
  const leader = events.findLast((event) => event.type === 'leader-changed')?.candidate;
  const winner = attempts.findLast((attempt) => attempt.winner !== null)?.winner;
  if (leader === undefined || !winner || settlements.length > 0) return null;
  const candidates = attempts.flatMap((attempt) => attempt.candidates);
  const [shown, answered] = [leader, winner].map((own) => candidates.find(({ id }) => id === own));
  const isSame =
    shown?.cluster === answered?.cluster ||
    ((shown?.behaviour ?? null) !== null && shown?.behaviour === answered?.behaviour);
  return isSame ? null : 'The answer has changed: before the tests, a SQL with other rows led.';
}

/** `not tested yet, 3 of 4 SQLs agree: city = Rome, orders = 3; …`. */
export function describeEarlyRows(
  leader: Pick<LeaderChanged, 'agreeing' | 'of'>,
  { columns, rows, truncated, rowCount }: RowsPage,
  isJudged = false,
): string {
  const shown = rows
    .slice(0, MOST_ROWS)
    .map((row) => columns.map(({ name }, index) => `${oneLine(name)} = ${cellText(row[index] ?? null)}`).join(', '));
  const isCut = truncated || rowCount > shown.length;
  const text = shown.length === 0 ? 'no rows' : [...shown, ...(isCut ? ['…'] : [])].join('; ');
  return truncate(`${isJudged ? 'being tested' : 'not tested yet'}, ${describeAgreement(leader)}: ${text}`, WIDTH);
}
