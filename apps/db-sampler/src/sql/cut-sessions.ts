import type { Id } from '@assay/contracts';
import { prepared, type Queryable } from '@assay/persistence';
import type { CutSession } from '@assay/target-database';

export interface Asked {
  workspace: Id;
  question: Id | null;
  /** API key; null: the question's. */
  owner: string | null;
  server: string;
}

export interface CutCounts {
  /** API key, else the question; null for internal requests. */
  asker: string | null;
  /** Hashes of cut statements. */
  statements: string[];
  /** Unreleased sessions on this server. */
  ofAsker: number;
  ofWorkspace: number;
}

export interface OpenCut {
  id: Id;
  workspace: Id;
  server: string;
  session: CutSession;
  seconds: number;
}

const cutCountsStatement = {
  name: 'cut_sessions_standing',
  // Owners that are no API keys are shared by callers; then the question is the asker.
  text: `with asked as (
       select case when owner ~ '^([0-9a-f]{8}-|admin-)' then owner else $2::text end as asker
       from (select coalesce($3::text, (select q.api_key_id from assay.questions q where q.run_id = $2::uuid))) as o (owner)
     )
     select a.asker,
            array(select c.statement from assay.cut_sessions c
                  where c.run_id = $2::uuid and c.statement is not null) as statements,
            (select count(*)::integer from assay.cut_sessions c
             where c.released_at is null and c.server = $4 and c.asker = a.asker) as "ofAsker",
            (select count(*)::integer from assay.cut_sessions c
             where c.released_at is null and c.server = $4 and c.workspace_id = $1) as "ofWorkspace"
     from asked a`,
};

export async function readCutCounts(database: Queryable, asked: Asked): Promise<CutCounts> {
  const { workspace, question, owner, server } = asked;
  const [row] = await database.query<CutCounts>(cutCountsStatement, [workspace, question, owner, server]);
  return row as CutCounts;
}

export const insertCut = prepared<
  [cut: Omit<OpenCut, 'seconds'> & { question: Id | null; asker: string | null; statement: string | null }]
>(
  {
    name: 'cut_sessions_insert',
    text: `insert into assay.cut_sessions (id, workspace_id, run_id, asker, server, statement, session)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
  },
  ({ id, workspace, question, asker, server, statement, session }) => [
    id,
    workspace,
    question,
    asker,
    server,
    statement,
    JSON.stringify(session),
  ],
).run;

/** Claims up to 100 open sessions unchecked for `everyMs`. */
export const claimCuts = prepared<[everyMs: number], OpenCut>({
  name: 'cut_sessions_claim',
  text: `update assay.cut_sessions c set checked_at = now()
     from (select id from assay.cut_sessions
           where released_at is null and checked_at <= now() - make_interval(secs => $1::double precision / 1000)
           order by checked_at limit 100 for update skip locked) due
     where c.id = due.id
     returning c.id, c.workspace_id as workspace, c.server, c.session,
               extract(epoch from now() - c.cut_at)::double precision as seconds`,
}).all;

// Rows of a question and statement stay, so that the statement is never repeated.
export const releaseCut = prepared<[id: Id]>({
  name: 'cut_sessions_release',
  text: `with forgotten as (
       delete from assay.cut_sessions where id = $1 and (run_id is null or statement is null) returning id
     )
     update assay.cut_sessions set released_at = now()
     where id = $1 and released_at is null and not exists (select from forgotten)`,
}).run;

export const countCuts = prepared<[], { count: number }>({
  name: 'cut_sessions_count',
  text: 'select count(*)::integer as count from assay.cut_sessions where released_at is null',
}).value((row) => row?.count ?? 0);
