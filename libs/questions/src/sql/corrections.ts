import type { CorrectionView, Id, Identity, OpenComment, Settings } from '@assay/contracts';
import { prepared, type Queryable, type Stored, toJsonb } from '@assay/persistence';
import type { Visibility } from '@assay/contracts/requests';
import { bare, WINNER } from './corrected-sql.js';
import { learned, type TalliedJudge } from './judge-tallies.js';

export interface NewCorrection {
  id: Id;
  question: Id;
  sql: string | null;
  comment: string | null;
  /** Null without `sql`. */
  goldSql: Id | null;
  isNewGoldSql: boolean;
  lessons: readonly TalliedJudge[];
  owner: string;
}

type CorrectionRow = Stored<CorrectionView>;

/** The question, unless corrected by SQL before: judges learn once. */
const FIRST_CORRECTION = `(
  select workspace_id from assay.questions where run_id = $2::uuid and not exists (
    select 1 from assay.corrections c where c.run_id = $2::uuid and c.sql is not null)) q`;

// foreign keys are checked at the end of the statement
const insertStatement = {
  name: 'insert_correction',
  text: `with gold as (
       insert into assay.gold_sqls (id, workspace_id, question, sql, owner, is_follow_up, evidence)
       select $5::uuid, q.workspace_id, q.question, $3, $7::text, q.follows is not null,
              nullif((select string_agg(e, E'\\n') from jsonb_array_elements_text(q.evidence) e), '')
       from assay.questions q where q.run_id = $2 and $5::uuid is not null and $8::boolean
     ), taught as (${learned('q.workspace_id', FIRST_CORRECTION, '$6::jsonb')}
     )
     insert into assay.corrections (id, run_id, sql, comment, gold_sql_id, workspace_id, owner)
     select $1::uuid, q.run_id, $3, $4, $5::uuid, q.workspace_id, $7::text from assay.questions q where q.run_id = $2::uuid
     returning id, sql, comment, gold_sql_id as "goldSql", created_at as "createdAt"`,
};

export const countComments = prepared<[question: Id], { comments: number }>({
  name: 'count_comments',
  text: 'select count(*)::integer as comments from assay.corrections where run_id = $1 and sql is null',
}).value((row) => row?.comments ?? 0);

/** Of visible questions that were not corrected later, newest first. */
export const readOpenComments = prepared<
  [workspace: Id, before: Id | null, limit: number, visibility: Visibility],
  Stored<OpenComment> & { person: Id | null; identity: Identity | null; settings: Settings }
>({
  name: 'read_open_comments',
  text: `select c.id, c.comment, c.created_at as "createdAt", c.run_id as question, q.question as asked,
            r.person, q.identity, q.settings
     from assay.corrections c join assay.questions q on q.run_id = c.run_id join assay.runs r on r.id = c.run_id
     where assay.sees($4, r.workspace_id, r.person) and c.workspace_id = $1 and c.sql is null and ($2::uuid is null or c.id < $2::uuid)
       and not exists (select 1 from assay.corrections l where l.run_id = c.run_id and l.id > c.id and l.sql is not null)
     order by c.id desc limit $3`,
}).all;

export async function insertCorrection(database: Queryable, correction: NewCorrection): Promise<CorrectionView> {
  const { id, question, sql, comment, goldSql, lessons, owner, isNewGoldSql } = correction;
  const parameters = [id, question, sql, comment, goldSql, toJsonb(lessons), owner, isNewGoldSql];
  const [row] = await database.query<CorrectionRow>(insertStatement, parameters);
  return correctionView(row as CorrectionRow);
}

/** The winner's own SQL is a like. */
export const readCorrections = prepared<[question: Id], CorrectionRow>({
  name: 'read_corrections',
  text: `select c.id, o.sql, c.comment, g.id as "goldSql", c.created_at as "createdAt"
     from assay.corrections c join assay.questions q on q.run_id = c.run_id join assay.runs r on r.id = c.run_id
     cross join lateral (select case when ${bare('c.sql')} is distinct from ${WINNER} then c.sql end as sql) o
     left join assay.gold_sqls g on g.id = c.gold_sql_id and g.set_aside is null and o.sql is not null
     where c.run_id = $1 and (o.sql is not null or c.comment is not null) order by c.id`,
}).map(correctionView);

function correctionView(row: CorrectionRow): CorrectionView {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
