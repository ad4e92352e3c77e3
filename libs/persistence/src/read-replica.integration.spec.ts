import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, POSTGRES_PROGRAMS, startTestStandby, type TestStandby } from '@assay/testing';
import { Database, type Queryable } from './database.js';
import { migrate } from './migrate.js';
import { ReadReplica } from './read-replica.js';

const TITLE = 'a replica of the record';
const [suite, title] =
  POSTGRES_PROGRAMS === null ? [describe.skip, `${TITLE} (skipped: PostgreSQL is not installed)`] : [describe, TITLE];

const where = { name: 'where', text: 'select pg_is_in_recovery() as "isReplica"' };
const beat = {
  name: 'beat_in_test',
  text: `insert into assay.processes as p (id, service, host, pid) values ($1, 'api', 'host', 1)
     on conflict (id) do update set beaten_at = now()`,
};

suite(title, () => {
  let servers: TestStandby;
  let primary: Database;
  let standby: Database;
  let beating: NodeJS.Timeout;
  const replicas: ReadReplica[] = [];
  const reasons: unknown[] = [];

  beforeAll(async () => {
    servers = await startTestStandby(async (url) => void (await migrate(url)));
    primary = new Database({ url: servers.primaryUrl });
    standby = new Database({ url: servers.standbyUrl, onError: () => undefined });
    const beats = (): void => void primary.query(beat, ['00000000-0000-7000-8000-000000000001']).catch(() => undefined);
    beating = setInterval(beats, 200);
  });
  afterEach(async () => {
    reasons.length = 0;
    await Promise.all(replicas.splice(0).map((replica) => replica.close()));
  });
  afterAll(async () => {
    clearInterval(beating);
    await primary.close();
    await standby.close();
    await servers.stop();
  });

  const open = (url: string): ReadReplica => {
    const replica = new ReadReplica(primary, { url, onAway: (reason) => reasons.push(reason) });
    replicas.push(replica);
    return replica;
  };
  const isOnReplica = async (reads: Queryable): Promise<boolean> =>
    (await reads.query<{ isReplica: boolean }>(where))[0]?.isReplica === true;

  it('is read from once it is known to keep up, and never before', async () => {
    const replica = open(servers.standbyUrl);
    expect(await isOnReplica(replica.lagging())).toBe(false);
    await eventually(() => isOnReplica(replica.lagging()));
  });

  it('is read from for what has not changed for a while, and for nothing else', async () => {
    const replica = open(servers.standbyUrl);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await eventually(() => isOnReplica(replica.unchangedSince(anHourAgo)));
    expect(await isOnReplica(replica.unchangedSince(null))).toBe(false);
    expect(await isOnReplica(replica.unchangedSince(new Date()))).toBe(false);
  });

  it('is passed over while it is late, and read from again when it has caught up', async () => {
    const replica = open(servers.standbyUrl);
    await eventually(() => isOnReplica(replica.lagging()));
    await standby.query({ name: 'pause', text: 'select pg_wal_replay_pause()' });
    try {
      await eventually(async () => !(await isOnReplica(replica.lagging())) && reasons.length > 0);
      expect(String(reasons[0])).toContain('behind');
    } finally {
      await standby.query({ name: 'resume', text: 'select pg_wal_replay_resume()' });
    }
    await eventually(() => isOnReplica(replica.lagging()));
  });

  it('gives way to the primary for what it cannot do', async () => {
    const replica = open(servers.standbyUrl);
    await eventually(() => isOnReplica(replica.lagging()));
    const writing = { name: 'writing', text: 'create table if not exists assay.written_in_test (id integer)' };
    expect(await replica.lagging().query(writing)).toEqual([]);
    await expect(replica.lagging().query({ name: 'wrong', text: 'select nothing from nowhere' })).rejects.toThrow(
      'nowhere',
    );
  });

  it('is nothing that a reader waits for where it does not exist', async () => {
    const replica = open('postgres://nobody@127.0.0.1:1/none');
    for (let times = 0; times < 20; times += 1) expect(await isOnReplica(replica.lagging())).toBe(false);
    expect(reasons).toEqual([]);
  });

  it('gives way to the primary, unnoticed, when it ends', async () => {
    const replica = open(servers.standbyUrl);
    await eventually(() => isOnReplica(replica.lagging()));
    await standby.close();
    await servers.endStandby();
    expect(await isOnReplica(replica.lagging())).toBe(false);
    standby = new Database({ url: servers.primaryUrl });
  });
});
