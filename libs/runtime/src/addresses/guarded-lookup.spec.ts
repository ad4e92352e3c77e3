import { describe, expect, it } from '@jest/globals';
import { guardedLookup, type GuardedPlace } from './guarded-lookup.js';

const guard: GuardedPlace = {
  place: { host: 'model.test', port: 8080, database: null },
  policy: { hosts: null, ownStores: ['10.0.0.9:8080'] },
};

function looks(given: GuardedPlace | null, host: string, addresses: string[]): Promise<unknown>[] {
  const left = [...addresses];
  const lookup = guardedLookup(
    () => given,
    () => Promise.resolve(left.splice(0, 1)),
  );
  return addresses.map(() => {
    return new Promise((resolve, reject) => {
      lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
    });
  });
}

describe('a guarded lookup', () => {
  it('returns addresses that the policy permits', async () => {
    const [found] = looks(guard, 'model.test', ['127.0.0.1']);
    expect(await found).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });

  it('checks nothing without a guard', async () => {
    const [found] = looks(null, '169.254.169.254', ['']);
    expect(await found).toEqual([{ address: '169.254.169.254', family: 4 }]);
  });

  it('permits private addresses of names only by block where names are public', async () => {
    const found = (hosts: string[], address: string): Promise<unknown> | undefined => {
      const policy = { hosts, ownStores: [], variable: 'ASSAY_WEBHOOK_HOSTS', namesArePublic: true };
      return looks({ ...guard, policy }, 'hooks.test', [address])[0];
    };
    for (const address of ['10.0.0.1', '127.0.0.1', '192.168.1.1', '172.20.0.1', '100.64.0.1', '::1', 'fd00::1']) {
      await expect(found(['*', 'hooks.test', '203.0.113.0/24'], address)).rejects.toThrow('private');
    }
    await expect(found(['hooks.test', '10.0.0.0/8'], '10.0.0.1')).resolves.toBeDefined();
    await expect(found(['hooks.test'], '203.0.113.9')).resolves.toBeDefined();
  });

  it('refuses names that lead elsewhere by the time they are dialled', async () => {
    const [before, metadata, store] = looks(guard, 'model.test', ['10.0.0.1', '169.254.169.254', '10.0.0.9']);
    await Promise.all([
      expect(before).resolves.toEqual([{ address: '10.0.0.1', family: 4 }]),
      expect(metadata).rejects.toThrow('link-local'),
      expect(store).rejects.toThrow("Assay's own stores"),
    ]);
  });
});
