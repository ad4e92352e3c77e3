import {
  LINK_PATH,
  resolveSettings,
  RequestProblem,
  withoutReplaced,
  type Id,
  type LinkedAnswer,
  type LinkView,
  type Settings,
} from '@assay/contracts';
import { askedBy, may, notFound, unrestricted, type Caller } from '@assay/contracts/requests';
import { decryptSecret, encryptSecret, type SecretKeys } from '@assay/runtime';
import type { TaskRuntime } from '@assay/work';
import { refuseAsker } from '../asker/identity-of.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import { endLinks, readLinked, type LinkedQuestion } from '../sql/linked-question.js';
import type { QuestionReader } from './question-reader.js';
import { requireQuestion } from './require-question.js';
import type { WinnerRows } from './winner-rows.js';

const HOUR_MS = 3_600_000;
const CONTEXT = 'link';
const MOST_ROWS = 1000;

interface OpenLink {
  question: Id;
  madeAt: string;
  expiresAt: string;
  by: LinkMaker;
}

type LinkMaker = Pick<Caller, 'owner' | 'via'>;

/**
 * Links to answers, read without credentials. Each holds its question, maker and times, sealed, and shows what its
 * maker may read now, while the setting `links` permits it.
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
    const { now } = await this.requireLinkable(question, caller);
    const expiresAt = new Date(now.getTime() + hours * HOUR_MS).toISOString();
    const { owner, via } = caller;
    const token = encryptSecret(
      JSON.stringify({ question, madeAt: now.toISOString(), expiresAt, by: { owner, via } }),
      this.keys,
      CONTEXT,
    );
    return { path: LINK_PATH.replace(':token', token), expiresAt };
  }

  /** Ends all links of a question. @throws RequestProblem 403, 404 */
  async end(question: Id, caller: Caller): Promise<void> {
    await requireQuestion(this.work.database, question, caller, 'ask');
    await endLinks(this.work.database, question);
  }

  /** @throws RequestProblem as `make` */
  async requireLinkable(question: Id, caller: Caller): Promise<LinkedQuestion> {
    const { found } = await this.rows.requireWinner(question, caller);
    refuseAsker(found.settings.asker);
    return this.linked(question);
  }

  /** Origins that may frame the link, also an expired one. @throws RequestProblem 404; 403, 409 as `make` */
  async framesOf(token: string): Promise<string[]> {
    return (await this.linked(this.open(token).question)).frames;
  }

  /**
   * @param makerOf with their rights now; null: gone
   * @param admit counts a read of a link that has not ended; may throw
   * @throws RequestProblem as `framesOf`; 410 `LINK_EXPIRED`; of rows as `WinnerRows.page`
   */
  async read(
    token: string,
    address: string,
    makerOf: (maker: LinkMaker) => Promise<Caller | null>,
    admit: (question: Id) => void,
    chartOf: (rows: LinkedAnswer['rows']) => LinkedAnswer['chart'],
    signal: AbortSignal,
  ): Promise<LinkedAnswer> {
    const { question: id, madeAt, expiresAt, by } = this.open(token);
    const { workspace, person, since, now, approved } = await this.linked(id);
    const isOver = Date.parse(expiresAt) <= now.getTime() || (since !== null && Date.parse(madeAt) <= since.getTime());
    const maker = isOver ? null : await makerOf(by);
    if (maker === null || !may(maker, 'ask', workspace, askedBy(person, maker)))
      throw new RequestProblem(410, 'LINK_EXPIRED', 'This link has ended.');
    admit(id);
    const [{ sql }, rows, view] = await Promise.all([
      this.rows.requireWinner(id, maker),
      this.rows.page(id, maker, { offset: 0, limit: MOST_ROWS, measure: 'true' }, signal),
      this.reader.view(id, maker),
    ]);
    const reader = { ...unrestricted('link'), address, via: by.via };
    const details = { link: true, by: by.owner };
    await this.audit.write({ action: 'rows-read', caller: reader, question: id, details });
    const shown = withoutReplaced({ ...view, ...(rows.corrected && { correctedSql: sql }) });
    const { question, status, confidence, contested, silver, summary } = shown;
    return {
      ...{ question, status, confidence, contested, silver, summary },
      approved,
      sql,
      rows,
      chart: chartOf(rows),
      expiresAt,
    };
  }

  private open(token: string): OpenLink {
    try {
      return JSON.parse(decryptSecret(token, this.keys, CONTEXT)) as OpenLink;
    } catch {
      throw notFound('link');
    }
  }

  private async linked(question: Id): Promise<LinkedQuestion & NonNullable<Settings['links']>> {
    const row = await readLinked(this.work.database, question);
    if (row === null) throw notFound('link');
    const { links, asker } = resolveSettings(row.settings);
    refuseAsker(asker);
    if (links === null)
      throw new RequestProblem(409, 'LINKS_OFF', 'The workspace does not permit links to its answers.');
    return { ...row, ...links };
  }
}
