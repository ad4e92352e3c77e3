import { describe, expect, it } from '@jest/globals';
import type { Cell } from '@assay/contracts';
import type { DatabaseSession } from '../session.js';
import { readRelatives, relativeByVersion } from './relatives.js';

/** `version()` in these products' form; not tested against them. */
const PRINTED: [name: string | null, version: string][] = [
  [
    'Amazon Redshift',
    'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2 20041017 (Red Hat 3.4.2-6.fc3), Redshift 1.0.12103',
  ],
  ['CockroachDB', 'CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27 01:53:43, go1.19.10)'],
  ['YugabyteDB', 'PostgreSQL 11.2-YB-2.18.3.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 15.0.3, 64-bit'],
  ['Greenplum', 'PostgreSQL 9.4.26 (Greenplum Database 6.21.0 build commit:abc) on x86_64-unknown-linux-gnu'],
  [null, 'PostgreSQL 15.14 (Debian 15.14-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit'],
];

function answering(version: string, added: string[] | null): DatabaseSession {
  const read = async ({ sql }: { sql: string }): Promise<Cell[][]> => {
    if (sql === 'select version()') return [[version]];
    if (added === null) throw new Error('unknown function: pg_is_in_recovery()');
    return added.map((kind) => [kind]);
  };
  return { read } as unknown as DatabaseSession;
}

describe('relatives of PostgreSQL', () => {
  it.each(PRINTED)('are recognized by their version text: %s', (name, version) => {
    expect(relativeByVersion(version)?.name ?? null).toBe(name);
  });

  it('are asked nothing that their catalog may lack', async () => {
    const [, cockroach] = PRINTED[1] as [string, string];
    const found = await readRelatives(answering(cockroach, null), new AbortController().signal);
    expect(found.map(({ name }) => name)).toEqual(['CockroachDB']);
  });

  it('may be PostgreSQL itself with something added', async () => {
    const [, plain] = PRINTED.at(-1) as [null, string];
    const added = ['timescaledb', 'aurora', 'aurora', 'alloydb', 'standby'];
    const found = await readRelatives(answering(plain, added), new AbortController().signal);
    expect(found.map(({ name }) => name)).toEqual(['TimescaleDB', 'Amazon Aurora', 'AlloyDB', 'a hot standby']);
    expect(await readRelatives(answering(plain, []), new AbortController().signal)).toEqual([]);
  });
});
