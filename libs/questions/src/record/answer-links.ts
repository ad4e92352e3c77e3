import {
  LINK_PATH,
  resolveSettings,
  RequestProblem,
  type Id,
  type LinkedAnswer,
  type LinkView,
  type Settings,
} from '@assay/contracts';
import { notFound, unrestricted, type Caller } from '@assay/contracts/requests';
import { decryptSecret, encryptSecret, type SecretKeys } from '@assay/runtime';
import type { TaskRuntime } from '@assay/work';
import { refuseAsker } from '../asker/identity-of.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import { readLinkSettings } from '../sql/read-link-settings.js';
import type { QuestionReader } from './question-reader.js';
import type { WinnerRows } from './winner-rows.js';

const HOUR_MS = 3_600_000;
const CONTEXT = 'link';
const MOST_ROWS = 1000;

interface OpenLink {
  question: Id;
  expiresAt: string;
}

/**
 * Links to answers, read without credentials. A link holds its question and end, sealed; each use reads the setting
 * `links`, so that removing it ends all of them.
 */
export class AnswerLinks {
  constructor(
    private readonly work: Pick<TaskRuntime, 'database'>,
    private readonly rows: WinnerRows,
    private readonly reader: QuestionReader,
    private readonly audit: AuditTrail,
    private readonly keys: SecretKeys,
  ) {}

  /**
   * For callers who may read the rows.
   * @throws RequestProblem 404; 403 also where people see different rows; 409 `NO_WINNER`, `LINKS_OFF`
   */
  async make(question: Id, caller: Caller, hours: number): Promise<LinkView> {
    await this.requireLinkable(question, caller);
    const expiresAt = new Date(Date.now() + hours * HOUR_MS).toISOString();
    return {
      path: LINK_PATH.replace(':token', encryptSecret(`${question} ${expiresAt}`, this.keys, CONTEXT)),
      expiresAt,
    };
  }

  /** @throws RequestProblem as `make` */
  async requireLinkable(question: Id, caller: Caller): Promise<void> {
    const { found } = await this.rows.requireWinner(question, caller);
    refuseAsker(found.settings.asker);
    await this.settingsOf(question);
  }

  /** Origins that may frame the link, also an expired one. @throws RequestProblem 404; 403, 409 as `make` */
  async framesOf(token: string): Promise<string[]> {
    return (await this.settingsOf(this.open(token).question)).frames;
  }

  /** @throws RequestProblem as `framesOf`; 410 `LINK_EXPIRED`; of rows as `WinnerRows.page` */
  async read(
    token: string,
    address: string,
    chartOf: (rows: LinkedAnswer['rows']) => LinkedAnswer['chart'],
    signal: AbortSignal,
  ): Promise<LinkedAnswer> {
    const { question: id, expiresAt } = this.open(token);
    if (Date.parse(expiresAt) <= Date.now()) {
      throw new RequestProblem(410, 'LINK_EXPIRED', 'This link has expired.');
    }
    await this.settingsOf(id);
    const reader = { ...unrestricted('link'), address };
    const [{ sql }, rows, view] = await Promise.all([
      this.rows.requireWinner(id, reader),
      this.rows.page(id, reader, { offset: 0, limit: MOST_ROWS, measure: 'true' }, signal),
      this.reader.view(id, reader),
    ]);
    await this.audit.write({ action: 'rows-read', caller: reader, question: id, details: { link: true } });
    const { question, status, confidence, contested, silver, summary } = view;
    return {
      question,
      status,
      confidence,
      contested,
      silver,
      // of the winner, not of a correction
      summary: rows.corrected ? null : summary,
      sql,
      rows,
      chart: chartOf(rows),
      expiresAt,
    };
  }

  private open(token: string): OpenLink {
    try {
      const [question = '', expiresAt = ''] = decryptSecret(token, this.keys, CONTEXT).split(' ');
      return { question, expiresAt };
    } catch {
      throw notFound('link');
    }
  }

  private async settingsOf(question: Id): Promise<NonNullable<Settings['links']>> {
    const row = await readLinkSettings(this.work.database, question);
    if (row === null) throw notFound('link');
    const { links, asker } = resolveSettings(row.settings);
    refuseAsker(asker);
    if (links === null)
      throw new RequestProblem(409, 'LINKS_OFF', 'The workspace does not permit links to its answers.');
    return links;
  }
}
