import { describe, expect, it } from '@jest/globals';
import { ownStores } from './own-stores.js';

const scratch = { mariadb: null, mysql: null };
const none = {
  databaseUrl: null,
  queues: { kind: 'postgres' as const },
  scratch,
};
const storesOf = (databaseUrl: string): string[] => ownStores({ ...none, databaseUrl });

describe('ownStores', () => {
  it.each([
    ['postgres://u:p@db:6000/assay', 'db:6000/assay'],
    ['postgres://u:p@db/assay', 'db:5432/assay'],
    ['postgres://u:p@db/as%2Dsay', 'db:5432/as-say'],
    ['postgres://u:p@[::1]:6000/assay', '[::1]:6000/assay'],
    ['postgres://u:p@db', 'db:5432'],
    ['postgres://u:p@db/', 'db:5432'],
  ])('of %s is %s, as a target would be spelt', (url, store) => expect(storesOf(url)).toEqual([store]));

  it('are the servers of scratch databases as well, whatever database is named', () => {
    const named = { mariadb: 'mariadb://root:p@scratch/any', mysql: 'mysql://root@10.0.0.7:3307' };
    expect(ownStores({ ...none, scratch: named })).toEqual(['scratch:3306', '10.0.0.7:3307']);
  });

  it('are the queues’ Redis as well', () => {
    const queues = { kind: 'redis' as const, url: 'redis://cache' };
    expect(ownStores({ ...none, queues })).toEqual(['cache:6379']);
  });
});
