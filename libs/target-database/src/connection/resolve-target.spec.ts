import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTargetUrl } from './parse-target-url.js';
import { resolveTarget, type TargetPolicy } from './resolve-target.js';
import type { ResolvedTarget } from './connection-target.js';

const ANY: TargetPolicy = { hosts: null, ownStores: [], sqliteDirs: [] };

const NAMES: Record<string, string[]> = {
  'db.example.com': ['10.1.2.3'],
  'two.example.com': ['10.1.2.3', '192.168.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'rebinding.example.com': ['10.1.2.3', '169.254.169.254'],
  localhost: ['127.0.0.1', '::1'],
};

async function lookup(host: string): Promise<string[]> {
  const found = NAMES[host];
  if (host === 'silent.example.com') throw Object.assign(new Error('queryA'), { code: 'EAI_AGAIN' });
  if (!found) throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  return found;
}

function resolve(
  host: string,
  policy: Partial<TargetPolicy> = {},
  port = 5432,
  database = 'shop',
): Promise<ResolvedTarget> {
  return resolveTarget(
    parseTargetUrl('postgres', `postgres://u:p@${host}:${port}/${database}`),
    { ...ANY, ...policy },
    lookup,
  );
}

const forbidden = expect.objectContaining({ code: 'TARGET_HOST_FORBIDDEN' });

describe('a server', () => {
  it('is looked up once, and its addresses are what is dialled', async () => {
    expect(await resolve('two.example.com')).toMatchObject({
      host: 'two.example.com',
      addresses: ['10.1.2.3', '192.168.0.1'],
    });
  });

  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '[fe80::1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[::169.254.169.254]',
    '[64:ff9b::169.254.169.254]',
    '[2002:a9fe:a9fe::1]',
    '[fd00:ec2::254]',
    '[fd00:0ec2:0:0:0:0:0:254]',
    '168.63.129.16',
    '100.100.100.200',
    '0.0.0.0',
    '[::]',
    '[::ffff:0.0.0.0]',
    '224.0.0.1',
    '255.255.255.255',
    '[ff02::1]',
    'metadata.example.com',
    'rebinding.example.com',
  ])('%s is never dialled, whatever is allowed', async (host) => {
    await expect(resolve(host, { hosts: null })).rejects.toEqual(forbidden);
    await expect(resolve(host, { hosts: ['*', '0.0.0.0/0', '::/0', host] })).rejects.toEqual(forbidden);
  });

  it.each(['10.1.2.3', '127.0.0.1', '[::1]', '[2001:db8::1]', '[fd12::1]', 'db.example.com', 'localhost'])(
    '%s may be dialled where any host is allowed',
    async (host) => {
      expect(await resolve(host)).toMatchObject({ kind: 'server' });
    },
  );

  it.each([
    ['db.example.com', true],
    ['DB.EXAMPLE.COM', true],
    ['*.example.com', true],
    ['db.example.com:5432', true],
    ['db.example.com:5433', false],
    ['10.0.0.0/8', true],
    ['10.1.2.3', true],
    ['[10.1.2.3]:5432', true],
    ['10.1.2.0/25:5432', true],
    ['192.168.0.0/16', false],
    ['example.com', false],
    ['*.com.example', false],
    ['b.example.com', false],
  ])('is held to ASSAY_TARGET_HOSTS: %s', async (pattern, allowed) => {
    const outcome = await resolve('db.example.com', { hosts: [pattern] }).then(
      () => true,
      () => false,
    );
    expect(outcome).toBe(allowed);
  });

  it('has to lie in a block with all its addresses', async () => {
    await expect(resolve('two.example.com', { hosts: ['10.0.0.0/8'] })).rejects.toEqual(forbidden);
    expect(await resolve('two.example.com', { hosts: ['two.example.com'] })).toMatchObject({ kind: 'server' });
  });

  it('is nowhere where no host is allowed', async () => {
    await expect(resolve('db.example.com', { hosts: [] })).rejects.toEqual(forbidden);
  });

  it('says no more than that a name is not known', async () => {
    await expect(resolve('nowhere.example.com')).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      message: expect.not.stringContaining('nowhere'),
      retryable: false,
    });
    await expect(resolve('silent.example.com')).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      retryable: true,
    });
  });

  describe("that is one of Assay's own stores", () => {
    const ownStores = ['127.0.0.1:5432/assay', 'localhost:6379'];
    const machine = Object.values(networkInterfaces())
      .flat()
      .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;

    it.each(['127.0.0.1', 'localhost', '[::1]', '127.1.2.3', '[::ffff:127.0.0.1]', ...(machine ? [machine] : [])])(
      'is refused as %s',
      async (host) => {
        await expect(resolve(host, { ownStores }, 5432, 'assay')).rejects.toEqual(forbidden);
        await expect(resolve(host, { ownStores }, 6379, 'whatever')).rejects.toEqual(forbidden);
      },
    );

    it('is refused where the server cuts its name off to the same', async () => {
      const name = 'a'.repeat(63);
      const stores = { ownStores: [`127.0.0.1:5432/${name}`] };
      await expect(resolve('127.0.0.1', stores, 5432, `${name}b`)).rejects.toEqual(forbidden);
    });

    it('differs from another database of the same server, and from another port', async () => {
      expect(await resolve('127.0.0.1', { ownStores }, 5432, 'demo')).toMatchObject({ database: 'demo' });
      expect(await resolve('127.0.0.1', { ownStores }, 5433, 'assay')).toMatchObject({ port: 5433 });
      expect(await resolve('10.1.2.3', { ownStores }, 5432, 'assay')).toMatchObject({ host: '10.1.2.3' });
    });
  });
});

describe('a database file', () => {
  let root: string;

  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'assay-files-')));
    for (const folder of ['allowed', 'allowed/deep', 'outside']) await mkdir(join(root, folder));
    for (const file of ['allowed/a.sqlite', 'allowed/deep/b.sqlite', 'outside/secret.sqlite']) {
      await writeFile(join(root, file), '');
    }
    await symlink(join(root, 'outside/secret.sqlite'), join(root, 'allowed/link.sqlite'));
    await symlink(join(root, 'outside'), join(root, 'allowed/door'));
    await symlink(join(root, 'allowed'), join(root, 'alias'));
  });

  afterAll(() => rm(root, { recursive: true, force: true }));

  const open = (path: string, folders = ['allowed']): Promise<ResolvedTarget> =>
    resolveTarget(
      { kind: 'file', dialect: 'sqlite', path: join(root, path) },
      {
        ...ANY,
        sqliteDirs: folders.map((folder) => join(root, folder)),
      },
    );

  it('is opened below an allowed folder, by its real path', async () => {
    expect(await open('allowed/a.sqlite')).toMatchObject({ path: join(root, 'allowed/a.sqlite') });
    expect(await open('allowed/deep/b.sqlite')).toMatchObject({ kind: 'file' });
    expect(await open('alias/a.sqlite')).toMatchObject({ path: join(root, 'allowed/a.sqlite') });
    expect(await open('allowed/a.sqlite', ['alias'])).toMatchObject({ kind: 'file' });
  });

  it.each([
    'outside/secret.sqlite',
    'allowed/link.sqlite',
    'allowed/door/secret.sqlite',
    'allowed/../outside/secret.sqlite',
  ])('%s is refused', async (path) => {
    await expect(open(path)).rejects.toEqual(forbidden);
  });

  it('does not reveal which files exist outside', async () => {
    await expect(open('outside/nothing.sqlite')).rejects.toEqual(forbidden);
    await expect(open('allowed/nothing.sqlite')).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  });

  it('is a file', async () => {
    await expect(open('allowed/deep')).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    await expect(open('allowed')).rejects.toEqual(forbidden);
  });

  it('is refused where no folder is allowed', async () => {
    await expect(open('allowed/a.sqlite', [])).rejects.toEqual(forbidden);
  });
});
