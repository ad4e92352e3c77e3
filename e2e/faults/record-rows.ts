import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Only a hang takes this long: recovery on a busy machine. */
const BACK_WITHIN_MS = 60_000;

/** Violations in rows after the end. */
export interface Flaws {
  openTasks: number;
  eventGaps: number;
  finishedEvents: number;
  finishedIsLast: boolean;
  /** (task, ordinal) with several current answers. */
  doubledSteps: number;
  /** Stages with a wrong count of open tasks. */
  miscounted: number;
}

export const NO_FLAWS: Flaws = {
  openTasks: 0,
  eventGaps: 0,
  finishedEvents: 1,
  finishedIsLast: true,
  doubledSteps: 0,
  miscounted: 0,
};

/** The record's rows, from outside. */
export class RecordRows {
  private readonly pool: pg.Pool;

  constructor(readonly url: string) {
    this.pool = new pg.Pool({ connectionString: url, max: 3 });
    this.pool.on('error', () => undefined);
  }

  async query<Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, parameters)).rows;
  }

  /** Retries while the server is unreachable. */
  async queryWithRetries<Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    for (const until = Date.now() + BACK_WITHIN_MS; ; await delay(100)) {
      try {
        return await this.query<Row>(sql, parameters);
      } catch (error) {
        if (Date.now() > until) throw error;
      }
    }
  }

  async finished(runs: readonly string[]): Promise<Set<string>> {
    const found = await this.queryWithRetries<{ id: string }>(
      'select id from assay.runs where id = any ($1) and finished_at is not null',
      [runs],
    );
    return new Set(found.map(({ id }) => id));
  }

  async flaws(run: string): Promise<Flaws> {
    const [row] = await this.queryWithRetries<Flaws>(
      `select (select count(*) from assay.tasks where run_id = $1 and finished_at is null)::integer as "openTasks",
         (select r.last_event - count(*) + max(e.sequence) - count(*)
          from assay.events e, assay.runs r where e.run_id = $1 and r.id = $1 group by r.last_event)::integer as "eventGaps",
         (select count(*) from assay.events where run_id = $1 and type = 'question-finished')::integer as "finishedEvents",
         (select type = 'question-finished' from assay.events where run_id = $1 order by sequence desc limit 1)
           as "finishedIsLast",
         (select count(*) from (select 1 from assay.steps where run_id = $1 and status = 'answered' and not superseded
          group by task_id, ordinal having count(*) > 1) doubled)::integer as "doubledSteps",
         (select count(*) from assay.stages s where s.run_id = $1 and s.open_tasks <>
          (select count(*) from assay.tasks t where t.stage_id = s.id and t.finished_at is null))::integer as miscounted`,
      [run],
    );
    if (!row) throw new Error('no row came back');
    return row;
  }

  /** What became of tasks. */
  async statuses(tasks: readonly string[]): Promise<Map<string, string>> {
    const found = await this.queryWithRetries<{ id: string; status: string }>(
      'select id, status from assay.tasks where id = any ($1)',
      [tasks],
    );
    return new Map(found.map(({ id, status }) => [id, status]));
  }

  /** By task. */
  async answeredSteps(runs: readonly string[]): Promise<Map<string, number>> {
    const found = await this.queryWithRetries<{ task: string; answers: number }>(
      `select task_id as task, count(*)::integer as answers from assay.steps
       where run_id = any ($1) and kind = 'model' and status = 'answered' group by task_id`,
      [runs],
    );
    return new Map(found.map(({ task, answers }) => [task, answers]));
  }

  async holdsTasks(pid: number | undefined): Promise<boolean> {
    const found = await this.queryWithRetries(
      `select 1 from assay.tasks t join assay.processes p on p.id = t.process_id
       where p.pid = $1 and p.stopped_at is null and t.finished_at is null limit 1`,
      [pid],
    );
    return found.length > 0;
  }

  /** An additive migration of the next release on a busy table. */
  async expand(): Promise<void> {
    await this.query(`
      alter table assay.tasks add column emphasis text;
      create function assay.fill_emphasis() returns trigger language plpgsql as
        $body$ begin new.emphasis := new.payload ->> 'emphasis'; return new; end $body$;
      create trigger fill_emphasis before insert on assay.tasks for each row execute function assay.fill_emphasis();`);
  }

  /** Queues that completed tasks of the next release's coordinator. */
  async doneForNextRelease(runs: readonly string[]): Promise<string[]> {
    const found = await this.query<{ queue: string }>(
      `select distinct queue from assay.tasks
       where run_id = any ($1) and emphasis is not null and status = 'DONE' order by queue`,
      [runs],
    );
    return found.map(({ queue }) => queue);
  }

  /** For failure messages. */
  async standing(runs: readonly string[]): Promise<string> {
    const found = await this.queryWithRetries(
      `select r.id, r.status, r.advance_wanted, r.advance_publishes, r.wake_at,
         (select jsonb_agg(jsonb_build_object('task', t.id, 'queue', t.queue, 'status', t.status,
            'delivery', t.delivery, 'attempts', t.attempts, 'publishes', t.publishes, 'publishAt', t.publish_at,
            'readyAt', t.ready_at, 'error', t.last_error, 'claimed', t.claimed_at, 'now', now(),
            'process', (select jsonb_build_object('service', p.service, 'beaten', p.beaten_at, 'stopped', p.stopped_at)
                        from assay.processes p where p.id = t.process_id)))
          from assay.tasks t where t.run_id = r.id and t.finished_at is null) as open
       from assay.runs r where r.id = any ($1) and r.finished_at is null`,
      [runs],
    );
    return JSON.stringify(found, null, 1);
  }

  /** Error, unsuccessful tasks and last events of a run, for failure messages. */
  async ending(run: string): Promise<string> {
    const found = await this.queryWithRetries(
      `select r.id, r.status, r.error,
         (select jsonb_agg(jsonb_build_object('queue', t.queue, 'status', t.status, 'attempts', t.attempts,
            'delivery', t.delivery, 'error', t.last_error))
          from assay.tasks t where t.run_id = r.id and t.status <> 'DONE' and not t.straggler) as tasks,
         (select jsonb_agg(jsonb_build_object('type', e.type, 'body', e.body) order by e.sequence)
          from (select * from assay.events where run_id = r.id order by sequence desc limit 8) e) as events
       from assay.runs r where r.id = $1`,
      [run],
    );
    return JSON.stringify(found, null, 1);
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
