import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { Database } from '@assay/persistence';
import { Door, eventually, startTestPostgres, type TestPostgres } from '@assay/testing';
import pg, { type Client } from 'pg';
import { HintBus } from './hint-bus.js';

interface Listener {
  bus: HintBus;
  clients: Client[];
  events: (Id | null)[];
  lost: (Id | null)[];
  /** Unsubscribes from `events`. */
  off: () => void;
}

describe('HintBus', () => {
  let postgres: TestPostgres;
  let door: Door;
  let url: string;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    postgres = await startTestPostgres();
    door = new Door(new URL(await postgres.createDatabase()));
    url = await door.url();
    await door.open();
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  afterAll(async () => {
    await door.close();
    await postgres.stop();
  });

  /** Connected. */
  const open = async (): Promise<Listener> => {
    const database = new Database({ url, max: 2, onError: () => undefined });
    const clients: Client[] = [];
    const dedicatedClient = async (): Promise<Client> => {
      const client = await database.dedicatedClient();
      clients.push(client);
      return client;
    };
    const query: Database['query'] = (statement, parameters) => database.query(statement, parameters);
    const bus = new HintBus({ query, dedicatedClient }, { id: newId(), alone: () => false }, () => undefined);
    const events: (Id | null)[] = [];
    const lost: (Id | null)[] = [];
    const off = bus.on('events', (id) => events.push(id));
    bus.on('lost', (id) => lost.push(id));
    bus.start();
    closers.push(async () => {
      await bus.stop();
      await database.close();
    });
    await eventually(() => lost.includes(null));
    return { bus, clients, events, lost, off };
  };

  it('tells other processes, on one connection each', async () => {
    const [sender, follower] = await Promise.all([open(), open()]);
    const runs = Array.from({ length: 400 }, () => newId());
    for (const run of runs) sender.bus.send('events', run);
    sender.bus.send('lost', runs[0] as Id);
    await eventually(() => follower.events.length === 401 && follower.lost.length === 2);
    for (const { events, lost, clients } of [sender, follower]) {
      expect(events).toEqual([null, ...runs]);
      expect(lost).toEqual([null, runs[0]]);
      expect(clients).toHaveLength(1);
    }
    follower.off();
    sender.bus.send('events', runs[0] as Id);
    sender.bus.send('lost', runs[1] as Id);
    await eventually(() => follower.lost.includes(runs[1] as Id));
    expect(follower.events).toHaveLength(401);
  });

  it('survives a topic that nobody hears, and reads lists of ids', async () => {
    const { clients, events } = await open();
    const sender = new pg.Client({ connectionString: url });
    await sender.connect();
    for (const payload of ['x error y', 'x events a,b']) await sender.query(`notify assay_hints, '${payload}'`);
    await sender.end();
    await eventually(() => events.length === 3);
    expect(events).toEqual([null, 'a', 'b']);
    expect(clients).toHaveLength(1);
  });

  it('stops while Postgres is away', async () => {
    const { bus } = await open();
    await door.close();
    await bus.stop();
    await door.open();
  });

  it('listens again after its connection was lost, and says that hints may have been missed', async () => {
    const [sender, follower] = await Promise.all([open(), open()]);
    await door.close();
    await door.open();
    await eventually(() => follower.events.filter((id) => id === null).length > 1);
    const run = newId();
    await eventually(() => {
      sender.bus.send('events', run);
      return follower.events.includes(run);
    });
  });
});
