import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shardOf } from './queue-shard.js';

const serverNames = fc.uniqueArray(fc.domain(), { minLength: 1, maxLength: 6 });
const serversOf = (names: readonly string[]): { backend: { name: string } }[] =>
  names.map((name) => ({ backend: { name } }));

describe('the server of a job', () => {
  it('is the same in whatever order servers are named, and moves only where its own is left out', () => {
    fc.assert(
      fc.property(serverNames, fc.array(fc.uuid(), { maxLength: 30 }), fc.nat(), (names, keys, which) => {
        const servers = serversOf(names);
        const gone = servers[which % servers.length];
        const left = servers.filter((server) => server !== gone);
        for (const key of keys) {
          const chosen = shardOf(key, servers);
          expect(shardOf(key, servers.toReversed())).toBe(chosen);
          if (left.length > 0 && chosen !== gone) expect(shardOf(key, left)).toBe(chosen);
        }
      }),
    );
  });

  it('is each of several as often, also for the jobs of one that is left out', () => {
    const servers = serversOf(['a:6379', 'b:6379', 'c:6379']);
    const keys = Array.from({ length: 3000 }, (_, at) => `0198f3a2-7c3e-7d2a-9c4e-${at}-1`);
    const shares = Map.groupBy(keys, (key) => shardOf(key, servers));
    for (const server of servers) expect(shares.get(server)?.length).toBeGreaterThan(850);
    const moved = Map.groupBy(shares.get(servers[0] as never) ?? [], (key) => shardOf(key, servers.slice(1)));
    for (const server of servers.slice(1)) expect(moved.get(server)?.length).toBeGreaterThan(400);
  });
});
