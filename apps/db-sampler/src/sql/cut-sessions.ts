import type { Id } from '@assay/contracts';
import { prepared, type Queryable } from '@assay/persistence';
import type { CutSession } from '@assay/target-database';

export interface Asked {
  workspace: Id;
  question: Id | null;
  /** API key; null: the question's. */
  owner: string | null;
  server: string;
  /** A repeated task finds its place; null: only counts. */
  task: Id | null;
  places: number;
}

export interface CutCounts {
  /** API key, else the question; null for internal requests. */
  asker: string | null;
  /** Hashes of cut statements. */
  statements: string[];
  /** Unreleased sessions on this server. */
  ofAsker: number;
  ofWorkspace: number;
  reserved: Id | null;
}

export interface OpenCut {
  id: Id;
  workspace: Id;
  server: string;
  session: CutSession | { task: Id };
  seconds: number;
}

/** No session was cut yet: a statement of the task runs. */
const RESERVED = "c.session ? 'task'";

const reserveStatement = {
  name: 'cut_sessions_reserve',
  // Owners that are no API keys are shared by callers; then the question is the asker. A cut session keeps its place.
  text: `with asked as (
       select case when owner ~ '^([0-9a-f]{8}-|admin-)' then owner else $2::text end as asker
       from (select coalesce($3::text, (select q.api_key_id from assay.questions q where q.run_id = $2::uuid))) as o (owner)
     ), cut as (
       select c.run_id, c.asker, c.workspace_id from assay.cut_sessions c
       where c.released_at is null and not ${RESERVED} and string_to_array(c.server, ' ') && string_to_array($4, ' ')
     ), counted as (
       select a.asker,
              array(select c.statement from assay.cut_sessions c
                    where c.run_id = $2::uuid and c.statement is not null) as statements,
              (select count(*)::integer from cut where cut.asker = a.asker) as "ofAsker",
              (select count(*)::integer from cut where cut.asker = a.asker and run_id is distinct from $2) as others,
              (select count(*)::integer from cut where workspace_id = $1) as "ofWorkspace"
       from asked a
     ), place as (
       select p.id from counted
       cross join lateral (select md5(concat_ws(' ', $2::text, $4, n))::uuid as id
                           from generate_series(1, $6::integer - others) as n) as p
       left join assay.cut_sessions c on c.id = p.id
       where $5::text is not null and (c.id is null or c.session ->> 'task' = $5)
       order by c.id is null limit 1
     ), reserved as (
       insert into assay.cut_sessions as held (id, workspace_id, run_id, asker, server, session)
       select place.id, $1, $2, asker, $4, jsonb_build_object('task', $5::text) from place, counted
       on conflict (id) do update set cut_at = now() where held.session = excluded.session
       returning held.id
     )
     select asker, statements, "ofAsker", "ofWorkspace", (select id from reserved) as reserved from counted`,
};

/** Reserves one of the question's places, less cut sessions of the asker; null: none is free. */
export async function reserve(database: Queryable, asked: Asked): Promise<CutCounts> {
  const { workspace, question, owner, server, task, places } = asked;
  const [row] = await database.query<CutCounts>(reserveStatement, [workspace, question, owner, server, task, places]);
  return row as CutCounts;
}

export const unreserve = prepared<[id: Id]>({
  name: 'cut_sessions_unreserve',
  text: `delete from assay.cut_sessions c where id = $1 and ${RESERVED}`,
}).run;

/** A reservation becomes the cut. */
export const insertCut = prepared<
  [cut: Omit<OpenCut, 'seconds'> & { question: Id | null; asker: string | null; statement: string | null }]
>(
  {
    name: 'cut_sessions_insert',
    text: `insert into assay.cut_sessions as c (id, workspace_id, run_id, asker, server, statement, session)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set statement = excluded.statement, session = excluded.session, cut_at = now(),
                                    checked_at = now() where ${RESERVED}`,
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
             and (not session ? 'task' or cut_at <= now() - interval '1 day')
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
     update assay.cut_sessions set released_at = now(), id = gen_random_uuid()
     where id = $1 and released_at is null and not exists (select from forgotten)`,
}).run;

export const countCuts = prepared<[], { count: number }>({
  name: 'cut_sessions_count',
  text: `select count(*)::integer as count from assay.cut_sessions c where released_at is null and not ${RESERVED}`,
}).value((row) => row?.count ?? 0);
