import type { CorrectionView, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** What somebody says is wrong with a question's answer. */
export interface NewCorrection {
  id: Id;
  question: Id;
  sql: string | null;
  comment: string | null;
  /** Id of the gold SQL to be made of `sql`; null without one. */
  goldSql: Id | null;
}

interface CorrectionRow {
  id: Id;
  sql: string | null;
  comment: string | null;
  goldSql: Id | null;
  createdAt: Date;
}

// the foreign key is checked at the end of the statement, when both rows are there
const insertStatement = {
  name: 'insert_correction',
  text: `with gold as (
       insert into assay.gold_sqls (id, workspace_id, question, sql, evidence)
       select $5::uuid, q.workspace_id, q.question, $3,
              nullif((select string_agg(e, E'\\n') from jsonb_array_elements_text(q.evidence) e), '')
       from assay.questions q where q.run_id = $2 and $5::uuid is not null
     )
     insert into assay.corrections (id, run_id, sql, comment, gold_sql_id) values ($1, $2, $3, $4, $5)
     returning id, sql, comment, gold_sql_id as "goldSql", created_at as "createdAt"`,
};

const readStatement = {
  name: 'read_corrections',
  text: `select id, sql, comment, gold_sql_id as "goldSql", created_at as "createdAt"
     from assay.corrections where run_id = $1 order by id`,
};

/** Keeps a correction, and the gold SQL made of it, in one statement. */
export async function insertCorrection(database: Queryable, correction: NewCorrection): Promise<CorrectionView> {
  const { id, question, sql, comment, goldSql } = correction;
  const [row] = await database.query<CorrectionRow>(insertStatement, [id, question, sql, comment, goldSql]);
  return correctionView(row as CorrectionRow);
}

/** What people said is wrong with a question's answer, oldest first. */
export async function readCorrections(database: Queryable, question: Id): Promise<CorrectionView[]> {
  return (await database.query<CorrectionRow>(readStatement, [question])).map(correctionView);
}

function correctionView({ id, sql, comment, goldSql, createdAt }: CorrectionRow): CorrectionView {
  return { id, sql, comment, goldSql, createdAt: createdAt.toISOString() };
}
