import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { ServerTarget } from './connection-target.js';
import { parseTargetUrl } from './parse-target-url.js';

const parse = (url: string): ServerTarget => parseTargetUrl('postgres', url) as ServerTarget;

describe('the url of a server', () => {
  it('is taken apart', () => {
    const target = parse('postgresql://re%40der:p%2Fw%3A%23@DB.Example.com:6432/my%20shop?sslmode=verify-full');
    expect(target).toMatchObject({
      kind: 'server',
      host: 'db.example.com',
      port: 6432,
      user: 're@der',
      database: 'my shop',
      tls: 'verify-full',
    });
    expect(target.password.reveal()).toBe('p/w:#');
  });

  it('has the port of its dialect and takes TLS where it is offered, unless it says otherwise', () => {
    expect(parse('postgres://u:p@h/d')).toMatchObject({ port: 5432, tls: 'prefer' });
    expect(parseTargetUrl('mariadb', 'mysql://u:p@h/d')).toMatchObject({ port: 3306, dialect: 'mariadb' });
    expect(parseTargetUrl('sqlserver', 'sqlserver://u:p@h/d?ssl=false')).toMatchObject({ port: 1433, tls: 'disable' });
    expect(parseTargetUrl('oracle', 'oracle://u:p@h/d?tls=required')).toMatchObject({ port: 1521, tls: 'require' });
    expect(parseTargetUrl('mysql', 'mysql://u:p@h/d?ssl-mode=VERIFY_IDENTITY')).toMatchObject({ tls: 'verify-full' });
  });

  it('may name an IPv6 address', () => {
    expect(parse('postgres://u:p@[2001:db8::1]:5432/d').host).toBe('2001:db8::1');
  });

  it.each([
    'host=/tmp',
    'host=169.254.169.254',
    'hostaddr=127.0.0.1',
    'options=-c%20log_statement%3Dall',
    'sslcert=/etc/passwd',
    'sslkey=/etc/passwd',
    'sslrootcert=/etc/passwd',
    'socketPath=/tmp/mysql.sock',
    'service=x',
    'passfile=/root/.pgpass',
    'target_session_attrs=any',
    'multipleStatements=true',
    'sslmode=disable&HOST=evil',
  ])('may not carry ?%s', (query) => {
    const parameter = (query.split('&').at(-1) ?? '').split('=')[0] ?? '';
    expect(() => parse(`postgres://u:hunter2@h/d?${query}`)).toThrow(
      expect.objectContaining({
        code: 'TARGET_URL_INVALID',
        message: expect.stringContaining(parameter.toLowerCase()),
      }),
    );
  });

  it('says nothing of what follows the name of a parameter, however it is encoded', () => {
    for (const query of ['password=hunter2', 'password%3Dhunter2']) {
      expect(() => parse(`postgres://u@h/d?${query}`)).toThrow(
        expect.objectContaining({ message: expect.stringMatching(/"password"(?!.*hunter2)/) }),
      );
    }
  });

  it.each([
    ['mysql://u:p@h/d', 'scheme'],
    ['postgres://h/d', 'user'],
    ['postgres://u:p@/d', 'host'],
    ['postgres://u:p@h1,h2/d', 'host'],
    ['postgres://u:p@%2Fvar%2Frun%2Fpostgresql/d', 'host'],
    ['postgres://u:p@[fe80::1%25eth0]/d', 'host'],
    ['postgres://u:p@h:0/d', 'port'],
    ['postgres://u:p@h:65536/d', 'port'],
    ['postgres://u:p@h:5432abc/d', 'port'],
    ['postgres://u:p@h', 'database'],
    ['postgres://u:p@h/d%00x', 'control'],
    ['postgres://u:p@h/d?sslmode=maybe', 'sslmode'],
    ['postgres://u:p@h/d?sslmode=disable&sslmode=require', 'more than once'],
    ['postgres://u:p@h/d#fragment', 'expected'],
    ['postgres://u:p%ZZ@h/d', 'encoded'],
    ['host=localhost dbname=postgres', 'expected'],
    ['/var/run/postgresql', 'expected'],
    ['', 'expected'],
  ])('%s is refused', (url, reason) => {
    expect(() => parse(url)).toThrow(expect.objectContaining({ code: 'TARGET_URL_INVALID' }));
    expect(() => parse(url)).toThrow(reason);
  });

  it('never shows its password, neither parsed nor in an error', () => {
    expect(inspect(parse('postgres://u:hunter2@h/d'), { depth: 5 })).not.toContain('hunter2');
    expect(JSON.stringify(parse('postgres://u:hunter2@h/d'))).not.toContain('hunter2');
    fc.assert(
      fc.property(fc.string(), (noise) => {
        try {
          parse(`postgres://u:hunter2${noise}@h/d?x=hunter2`);
          return false;
        } catch (error) {
          return !String(error).includes('hunter2');
        }
      }),
    );
  });
});

describe('the url of a file', () => {
  it('names an absolute path', () => {
    expect(parseTargetUrl('sqlite', 'sqlite:///data/my%20shop.sqlite')).toEqual({
      kind: 'file',
      dialect: 'sqlite',
      path: '/data/my shop.sqlite',
    });
    expect(parseTargetUrl('sqlite', 'sqlite:///C:/data/a.db')).toMatchObject({ path: 'C:/data/a.db' });
  });

  it.each([
    'sqlite://host/data/a.db',
    'sqlite:a.db',
    'sqlite:///a.db?mode=rw',
    'sqlite:///a%00.db',
    'file:///a.db',
    '/a.db',
  ])('%s is refused', (url) => {
    expect(() => parseTargetUrl('sqlite', url)).toThrow(expect.objectContaining({ code: 'TARGET_URL_INVALID' }));
  });
});
