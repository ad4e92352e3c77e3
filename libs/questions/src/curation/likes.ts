import { newId, RequestProblem, type GoldSqlView, type Id } from '@assay/contracts';
import { notFound, requireRight, type Caller } from '@assay/contracts/requests';
import type { BlockStore, TaskRuntime } from '@assay/work';
import { isWithheld, requireQuestion } from '../record/require-question.js';
import { quotableOf } from '../record/quotable.js';
import { withholdLiterals } from '../record/withhold-literals.js';
import type { FoundQuestion } from '../sql/find-question.js';
import { decidedWinnerOf } from '../record/winner-rows.js';
import { contradictingGoldSqls } from '../sql/contradicting-gold-sqls.js';
import { insertLiked } from '../sql/insert-liked.js';
import { goldSqlView } from './gold-sql-view.js';

export interface Liked {
  goldSql: GoldSqlView;
  /** False if liked before. */
  created: boolean;
}

/** Who approves a SQL must see it whole. */
async function requireSeenSql(found: FoundQuestion, caller: Caller, blocks: Pick<BlockStore, 'json'>): Promise<void> {
  const sql = decidedWinnerOf(found);
  const quotable = isWithheld(found, caller) ? await quotableOf(blocks, found) : null;
  if (quotable === null || withholdLiterals(sql, quotable) === sql) return;
  const message = 'The SQL holds values that only its asker may see: they, or an admin, may approve it.';
  throw new RequestProblem(403, 'NOT_THE_ASKER', message);
}

/** Makes gold SQLs of approved answers. */
export class Likes {
  constructor(private readonly work: Pick<TaskRuntime, 'database' | 'blocks'>) {}

  /** @throws RequestProblem 404; 403 `MAY_NOT_CURATE`; 409 `ALREADY_CORRECTED`; as `approve` */
  async like(question: Id, caller: Caller): Promise<Liked> {
    const found = await requireQuestion(this.work.database, question, caller, 'see');
    requireRight(caller, 'curate', found.workspace);
    if (found.correctedSql === null) return this.approve(found, caller);
    const message = 'A person corrected the answer, and their SQL is a gold SQL: there is nothing to like.';
    throw new RequestProblem(409, 'ALREADY_CORRECTED', message);
  }

  /** Makes a gold SQL of the winner, once. @throws RequestProblem 403 `NOT_THE_ASKER`; 409 `NO_WINNER` */
  async approve(found: FoundQuestion, caller: Caller): Promise<Liked> {
    await requireSeenSql(found, caller, this.work.blocks);
    const row = await insertLiked(this.work.database, {
      id: newId(),
      workspace: found.workspace,
      question: found.question,
      sql: decidedWinnerOf(found),
      evidence: found.evidence.length > 0 ? found.evidence.join('\n') : null,
      run: found.id,
      owner: caller.owner,
    });
    if (row === null) throw notFound('question');
    const [contradicted] = await contradictingGoldSqls(this.work.database, [row.id]);
    return { created: row.created, goldSql: goldSqlView(row, contradicted?.others) };
  }
}
