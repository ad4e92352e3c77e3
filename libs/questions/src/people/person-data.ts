import type { Id, PersonData } from '@assay/contracts';
import { prepared, type Queryable } from '@assay/persistence';
import { notFound } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import { questionFence } from '../pipeline/fence-nonce.js';
import { eraseRuns } from '../sql/erase-runs.js';

const PAGE = 100;
/** UUIDv8. */
const PERSON_ID = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

export class PeopleData {
  constructor(private readonly work: Pick<TaskRuntime, 'database' | 'hints'>) {}

  /** @throws RequestProblem 404 */
  async export(person: Id): Promise<PersonData> {
    const data = PERSON_ID.test(person) ? await readPersonData(this.work.database, person) : null;
    if (data === null) throw notFound('person');
    return data.data;
  }

  /**
   * Ends sessions, and erases questions and story evaluations with their records and texts, requested rows, comments,
   * and the person. What curators share stays, without its owner. Restartable. @throws RequestProblem 404
   */
  async erase(person: Id): Promise<void> {
    await this.export(person);
    const { database } = this.work;
    await endSessions(database, person);
    while (this.lost(await database.transaction((connection) => erasePage(connection, person))) === PAGE);
    const late = await database.transaction(async (connection) => {
      // inserts with an owner wait for this row lock, and then fail
      await lockPerson(connection, person);
      const runs: Id[] = [];
      let page: Id[];
      do runs.push(...(page = await erasePage(connection, person)));
      while (page.length === PAGE);
      await deleteRequestsBy(connection, person);
      await disown(connection, person);
      await deletePerson(connection, person);
      return runs;
    });
    this.lost(late);
  }

  private lost(runs: readonly Id[]): number {
    for (const run of runs) {
      this.work.hints.send('lost', run);
      this.work.hints.send('events', run);
    }
    return runs.length;
  }
}

async function erasePage(connection: Queryable, person: Id): Promise<Id[]> {
  const locked = await lockRunsOfPerson(connection, person, PAGE);
  const runs = locked.map(({ id }) => id);
  if (runs.length > 0) {
    await deleteRequestsAbout(connection, runs);
    await deleteTexts(
      connection,
      runs,
      locked.map(({ id, secret }) => questionFence(secret ?? '', id)),
    );
    await eraseRuns(connection, runs);
  }
  return runs;
}

/** Rows of the person `p` as a JSON array, oldest first. */
const listed = (fields: string, from: string, id: string): string =>
  `(select coalesce(jsonb_agg(jsonb_build_object(${fields}) order by ${id}), '[]') from ${from})`;

const readPersonData = prepared<[person: Id], { data: PersonData }>({
  name: 'read_person_data',
  text: `select jsonb_build_object(
    'id', p.id, 'issuer', p.issuer, 'subject', p.subject, 'name', p.name, 'groups', p.groups, 'roles', p.roles,
    'firstSeenAt', p.first_seen_at, 'seenAt', p.seen_at,
    'sessions', ${listed(
      `'createdAt', s.created_at, 'usedAt', s.used_at, 'claims', s.claims`,
      'assay.sessions s where s.person_id = p.id',
      's.id',
    )},
    'questions', ${listed(
      `'id', r.id, 'workspace', r.workspace_id, 'status', r.status, 'question', q.question, 'evidence', q.evidence,
       'identity', q.identity, 'createdAt', r.created_at, 'name', q.name, 'summary', q.summary,
       'settings', q.asked_settings, 'webhook', (select h.url from assay.webhooks h where h.run_id = r.id)`,
      'assay.runs r join assay.questions q on q.run_id = r.id where r.person = p.id',
      'r.id',
    )},
    'storyEvaluations', ${listed(
      `'id', e.run_id, 'story', e.story_id`,
      'assay.story_evaluations e where e.owner = p.id::text',
      'e.run_id',
    )},
    'corrections', ${listed(
      `'question', c.run_id, 'sql', c.sql, 'comment', c.comment, 'createdAt', c.created_at`,
      'assay.corrections c where c.owner = p.id::text',
      'c.id',
    )},
    'goldSqls', ${listed(
      `'id', g.id, 'workspace', g.workspace_id, 'question', g.question, 'sql', g.sql`,
      'assay.gold_sqls g where g.owner = p.id::text',
      'g.id',
    )},
    'evaluations', ${listed(
      `'id', w.id, 'workspace', w.workspace_id`,
      'assay.workspace_evaluations w where w.owner = p.id::text',
      'w.id',
    )},
    'audit', ${listed(
      `'at', a.at, 'action', a.action, 'address', a.address, 'workspace', a.workspace_id, 'question', a.question_id,
       'details', a.details`,
      'assay.audit a where a.actor = p.id::text',
      'a.id',
    )}) as data
   from assay.people p where p.id = $1`,
}).first;

const endSessions = prepared<[person: Id]>({
  name: 'end_sessions_of_erased',
  text: 'delete from assay.sessions where person_id = $1',
}).run;

const lockPerson = prepared<[person: Id]>({
  name: 'lock_person',
  text: 'select id from assay.people where id = $1 for update',
}).run;

const lockRunsOfPerson = prepared<[person: Id, limit: number], { id: Id; secret: string | null }>({
  name: 'lock_runs_of_person',
  text: `select r.id, w.prompt_secret as secret from assay.runs r left join assay.workspaces w on w.id = r.workspace_id
    where r.person = $1 or r.id in (select run_id from assay.story_evaluations where owner = $1::text)
    order by r.id limit $2 for update of r`,
}).all;

/** Contexts and prompts, which hold the fence of their question alone; all were stored while it ran, by any clock. */
const deleteTexts = prepared<[runs: readonly Id[], fences: readonly string[]]>({
  name: 'delete_texts_of_runs',
  text: `delete from assay.blocks b
    using unnest($1::uuid[], $2::text[]) f (run, fence) join assay.runs r on r.id = f.run
    where b.workspace_id = r.workspace_id
      and b.created_at between r.created_at - interval '1 hour' and coalesce(r.finished_at, now()) + interval '1 hour'
      and strpos(b.content, f.fence) > 0`,
}).run;

/** Requests, which hold a SQL and its rows or a replay, with their journals and the pages of exports. */
const deletion = (condition: string): string =>
  `with gone as (
     delete from assay.tasks where run_id is null and (${condition}) returning id, workspace_id, result
   ), journal as (
     delete from assay.steps s using gone where s.run_id = gone.id
   )
   delete from assay.blocks b
   using gone cross join lateral jsonb_array_elements_text(gone.result #> '{result,pages}') page (hash)
   where b.workspace_id = gone.workspace_id and b.hash = page.hash`;

const deleteRequestsAbout = prepared<[runs: readonly Id[]]>({
  name: 'delete_requests_about_runs',
  // replays of earlier releases name a task alone
  text: deletion(`payload #>> '{askedBy,question}' = any($1::text[])
    or payload ->> 'task' = any(select id::text from assay.tasks where run_id = any($1::text[]::uuid[]))`),
}).run;

const deleteRequestsBy = prepared<[person: Id]>({
  name: 'delete_requests_of_person',
  text: deletion(`payload #>> '{askedBy,owner}' = $1::text`),
}).run;

/** The comments go; what others use loses its owner. */
async function disown(connection: Queryable, person: Id): Promise<void> {
  await deleteComments(connection, person);
  await disownCorrections(connection, person);
  for (const forget of forgetOwner) await forget(connection, person);
}

const deleteComments = prepared<[person: Id]>({
  name: 'delete_comments_of_person',
  text: 'delete from assay.corrections where owner = $1::text and sql is null',
}).run;

/** Corrections that also gave a SQL, which curators share, lose comment and owner. */
const disownCorrections = prepared<[person: Id]>({
  name: 'disown_corrections_of_person',
  text: 'update assay.corrections set comment = null, owner = null where owner = $1::text',
}).run;

const forgetOwner = ['gold_sqls', 'workspace_evaluations'].map(
  (table) =>
    prepared<[person: Id]>({
      name: `forget_owner_in_${table}`,
      text: `update assay.${table} set owner = null where owner = $1::text`,
    }).run,
);

const deletePerson = prepared<[person: Id]>({
  name: 'delete_person',
  text: `with keys as (delete from assay.idempotency_keys where owner = $1::uuid::text)
    delete from assay.people where id = $1`,
}).run;
