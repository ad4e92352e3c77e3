import { describe, expect, it } from '@jest/globals';
import { createLogger, withLogContext, type Logger } from './logger.js';
import { NestLogger } from './nest-logger.js';

function collect(secrets: string[] = [], pretty = false): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const logger = createLogger({ service: 'spec', level: 'debug', secrets, pretty, write: (line) => lines.push(line) });
  return { logger, lines };
}

describe('createLogger', () => {
  it('writes one JSON object per line, with service, level and time', () => {
    const { logger, lines } = collect();
    logger.info({ port: 1 }, 'up');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'spec', level: 30, msg: 'up', port: 1 });
    expect((JSON.parse(lines[0] ?? '') as { time: string }).time).toMatch(/^\d{4}-.*Z$/);
  });

  it('does not hide very short secrets, which would garble the log', () => {
    const { logger, lines } = collect(['short', 'longer']);
    logger.info('short longer');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'short ***' });
  });

  it('adds run and task of the work around, across awaits', async () => {
    const { logger, lines } = collect();
    await withLogContext({ run: 'r' }, () =>
      withLogContext({ task: 't' }, async () => {
        await Promise.resolve();
        logger.info('inside');
      }),
    );
    logger.info('outside');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ run: 'r', task: 't' });
    expect(JSON.parse(lines[1] ?? '')).not.toHaveProperty('run');
  });

  it.each([
    ['a known secret in a message', (logger: Logger) => logger.info('key sk"secret refused')],
    ['a known secret deep in a field', (logger: Logger) => logger.info({ a: { b: ['x sk"secret'] } }, 'm')],
    ['a URL with credentials', (logger: Logger) => logger.error({ err: new Error('postgres://me:hunter2@h/d') }, 'm')],
    ['a password among parameters of a URL', (logger: Logger) => logger.info({ url: 'mysql://h/d?password=hunter2' })],
    [
      'an authorization header',
      (logger: Logger) => logger.info({ headers: { authorization: 'Bearer hunter2x' } }, 'm'),
    ],
    ['a URL-encoded secret', (logger: Logger) => logger.info(`redis://:${encodeURIComponent('sk"secret')}`)],
  ])('blacks out %s', (_case, log) => {
    const { logger, lines } = collect(['sk"secret']);
    log(logger);
    expect(lines[0]).not.toMatch(/secret|hunter2/);
    expect(lines[0]).toContain('***');
    expect(() => JSON.parse(lines[0] ?? '') as unknown).not.toThrow();
  });

  it('blacks out a secret that was set while the process runs', () => {
    const secrets = ['first-secret'];
    const { logger, lines } = collect(secrets);
    secrets.push('second-secret');
    logger.info('sent second-secret after first-secret');
    expect(lines[0]).not.toMatch(/secret/);
  });

  it('writes lines for people, with the stack of an error', () => {
    const { logger, lines } = collect([], true);
    logger.warn({ err: new Error('broken'), task: 't' }, 'trouble');
    expect(lines[0]).toMatch(/warn.*\[spec\].*trouble.*task=t/);
    expect(lines[0]).toContain('Error: broken\n    at ');
  });
});

describe('NestLogger', () => {
  it('keeps the context, and whispers what Nest puts together', () => {
    const { logger, lines } = collect();
    const nest = new NestLogger(logger);
    nest.log('dependencies initialized', 'InstanceLoader');
    nest.error('no database', 'stack…', 'Worker');
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({ level: 20, context: 'InstanceLoader' });
    expect(second).toMatchObject({ level: 50, context: 'Worker', msg: 'no database', stack: 'stack…' });
  });
});
