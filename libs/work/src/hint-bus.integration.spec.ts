import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { Database } from '@assay/persistence';
import { Door, eventually, startTestPostgres, type TestPostgres } from '@assay/testing';
import type { Client } from 'pg';
import { HintBus, type HintTopic } from './hint-bus.js';

interface Listener {
  bus: HintBus;
  woken: string[];
  clients: Client[];
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

  const open = async (): Promise<Listener> => {
    const database = new Database({ url, max: 2, onError: () => undefined });
    const listener: Listener = { bus: undefined as never, woken: [], clients: [] };
    const dedicatedClient = async (): Promise<Client> => {
      const client = await database.dedicatedClient();
      client.on('notification', ({ channel }) => listener.woken.push(channel));
      listener.clients.push(client);
      return client;
    };
    const query: Database['query'] = (statement, parameters) => database.query(statement, parameters);
    const process = { id: newId(), alone: () => false };
    listener.bus = new HintBus({ query, dedicatedClient }, process, () => undefined);
    await listener.bus.start();
    closers.push(async () => {
      await listener.bus.stop();
      await database.close();
    });
    return listener;
  };
  /** The first null confirms other processes. */
  const listen = async ({ bus }: Listener, topic: HintTopic): Promise<{ received: (Id | null)[]; off: () => void }> => {
    const received: (Id | null)[] = [];
    const off = bus.on(topic, (id) => received.push(id));
    await eventually(() => received.includes(null));
    return { received, off };
  };

  it('wakes those alone who wait for a topic', async () => {
    const [sender, follower, worker, idle] = await Promise.all([open(), open(), open(), open()]);
    const events = await listen(follower, 'events');
    const lost = await listen(worker, 'lost');
    const [run, other] = [newId(), newId()];
    for (const topic of ['answer', 'events', 'finished'] as const) sender.bus.send(topic, run);
    sender.bus.send('lost', other);
    await eventually(() => events.received.includes(run) && lost.received.includes(other));
    expect(follower.woken).toEqual(['assay_events']);
    expect(worker.woken).toEqual(['assay_lost']);
    expect(idle).toMatchObject({ woken: [], clients: [] });
    expect(sender.clients).toEqual([]);
  });

  it('unsubscribes from a topic without waiters', async () => {
    const [sender, follower] = await Promise.all([open(), open()]);
    const events = await listen(follower, 'events');
    const lost = await listen(follower, 'lost');
    events.off();
    // the next topic starts after the first ends
    await listen(follower, 'answer');
    await eventually(async () => {
      const before = follower.woken.length;
      const run = newId();
      sender.bus.send('events', run);
      sender.bus.send('lost', run);
      await eventually(() => lost.received.includes(run));
      return follower.woken.length === before + 1;
    });
    expect(follower.clients).toHaveLength(1);
  });

  it('listens again after its connection was lost, and says that hints may have been missed', async () => {
    const [sender, follower] = await Promise.all([open(), open()]);
    const { received } = await listen(follower, 'events');
    await door.close();
    await door.open();
    await eventually(() => received.filter((id) => id === null).length > 1);
    const run = newId();
    await eventually(() => {
      sender.bus.send('events', run);
      return received.includes(run);
    });
  });
});
