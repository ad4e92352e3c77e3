import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeAssay } from '@assay/client/testing';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually, freePort } from '@assay/testing';

const CLI = fileURLToPath(new URL('../bin/assay.mjs', import.meta.url));
const MEGABYTE = 1024 * 1024;

interface Answer {
  id?: unknown;
  result?: { isError?: boolean; tools?: unknown[] };
  error?: { code: number; message: string };
}

/** `assay mcp`, whose lines are those of the test. */
class Mcp {
  readonly answers: Answer[] = [];
  complaints = '';
  readonly ended: Promise<unknown[]>;
  private pings = 0;

  constructor(readonly child: ChildProcessWithoutNullStreams) {
    this.ended = once(child, 'exit');
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (text: Buffer) => (this.complaints += String(text)));
  }

  static start(url: string): Mcp {
    return new Mcp(spawn(process.execPath, [CLI, 'mcp'], { env: { PATH: process.env['PATH'], ASSAY_URL: url } }));
  }

  /** Reads stdout; each line there must be a message. */
  listen(): this {
    createInterface(this.child.stdout).on('line', (line) => this.answers.push(JSON.parse(line) as Answer));
    return this;
  }

  send(text: string | Buffer): void {
    this.child.stdin.write(text);
  }

  /** Waits until earlier messages are answered. */
  async settle(): Promise<void> {
    const id = `ping-${this.pings++}`;
    this.send(`\n${call('ping', {}, id)}\n`);
    await eventually(() => this.answers.some((answer) => answer.id === id));
  }

  /** Resident bytes; 0 where they cannot be read. */
  async memory(): Promise<number> {
    if (process.platform !== 'linux') return 0;
    const status = await readFile(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  }
}

function call(method: unknown, params: unknown = {}, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
const note = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', method, params });
const tool = (name: unknown, given: unknown, id: unknown = 1): string =>
  call('tools/call', { name, arguments: given }, id);
const withArguments = (text: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show_schema","arguments":${text}}}`;

describe('MCP over HTTP', () => {
  it('continues when nobody reads its standard error', async () => {
    const port = String(await freePort());
    const child = spawn(process.execPath, [CLI, 'mcp', '--http', '--port', port]);
    try {
      child.stderr.destroy();
      const isLive = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${port}/health/live`).then(
          ({ ok }) => ok,
          () => false,
        );
      await eventually(isLive);
      // a later turn of its loop
      expect(await isLive()).toBe(true);
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('hostile messages of MCP over stdio', () => {
  let assay: FakeAssay;
  let mcp: Mcp;
  beforeAll(async () => {
    assay = await FakeAssay.start();
    mcp = Mcp.start(assay.url).listen();
    mcp.send(
      `${call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } })}\n`,
    );
    await mcp.settle();
    mcp.answers.splice(0);
  });
  afterEach(async () => {
    await mcp.settle();
    mcp.answers.splice(0);
    assay.requests.splice(0);
  });
  afterAll(async () => {
    mcp?.child.kill('SIGKILL');
    await mcp?.ended;
    await assay?.close();
  });

  it.each<[string, string | Buffer]>([
    ['empty lines', '\n\r\n\n \n\t\n'],
    ['a line of no format', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a frame of a language server', `Content-Length: 40\r\n\r\n`],
    ['half an object', '{"jsonrpc":"2.0",'],
    ['null', 'null'],
    ['a number', '5'],
    ['a text', '"tools/list"'],
    ['an empty list', '[]'],
    ['a batch', `[${call('tools/list')},${call('ping')}]`],
    ['101 messages in a batch', `[${Array(101).fill(call('tools/list')).join()}]`],
    ['NUL', Buffer.alloc(10_000)],
    ['broken UTF-8', Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xf0, 0x28])],
    ['UTF-16', Buffer.from(call('tools/list'), 'utf16le')],
    ['two messages in a line', `${call('tools/list')}${call('tools/list')}`],
    ['NaN', '{"jsonrpc":"2.0","id":NaN,"method":"tools/list"}'],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
    ['no version', '{"id":1,"method":"tools/list"}'],
    ['no method', '{"jsonrpc":"2.0","id":1}'],
    ['a method that is a number', call(5)],
    ['a method that is an object', call({ toString: 'x' })],
    ['an id that is an object', call('tools/list', {}, { $gt: '' })],
    ['an id that is a list', call('tools/list', {}, [1])],
    ['an id that is null', call('tools/list', {}, null)],
    ['an id that is a fraction', call('tools/list', {}, 1.5)],
    ['an id beyond all numbers', '{"jsonrpc":"2.0","id":1e999,"method":"tools/list"}'],
    ['parameters that are a list', call('tools/list', [1])],
    ['parameters that are a text', call('tools/list', 'x')],
    ['a request without an id', '{"jsonrpc":"2.0","method":"tools/list"}'],
    [
      'a call without an id',
      '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"show_schema","arguments":{"workspace":"x"}}}',
    ],
    ['an answer to nothing', '{"jsonrpc":"2.0","id":77,"result":{}}'],
    ['an error of nothing', '{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"x"}}'],
    ['an answer with a prototype', '{"jsonrpc":"2.0","id":"__proto__","result":{"__proto__":{"a":1}}}'],
    ['the end of a request that is none', note('notifications/cancelled', { requestId: 99 })],
    ['the end of the prototype', note('notifications/cancelled', { requestId: '__proto__' })],
    ['progress of nothing', note('notifications/progress', { progressToken: 1, progress: 1e308 })],
    ['a progress token that is an object', call('tools/call', { name: 'none', _meta: { progressToken: { a: 1 } } })],
    ['an unknown notification', note('notifications/shutdown', {})],
    ['a second initialization without an id', note('initialize', {})],
    ['10,000 lines of garbage', '{"jsonrpc"\n'.repeat(10_000)],
  ])('get no answer: %s', async (_what, line) => {
    mcp.send(line);
    await mcp.settle();
    expect(mcp.answers.map(({ id }) => id)).toEqual([expect.stringMatching(/^ping/)]);
    expect(assay.requests).toEqual([]);
  });

  const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  it.each<[string, string]>([
    ['an unknown method', call('admin/keys')],
    ['a method of the prototype', call('__proto__')],
    ['a method of all objects', call('constructor')],
    ['a notification with an id', call('notifications/initialized')],
    ['the end of a request as a request', call('notifications/cancelled', { requestId: 1 })],
    ['a request that is the server’s', call('sampling/createMessage', { messages: [], maxTokens: 9 })],
    ['a tool of the prototype', tool('__proto__', {})],
    ['a tool of all objects', tool('toString', {})],
    ['a tool without a name', call('tools/call', { arguments: {} })],
    ['a tool whose name is a list', tool(['ask'], {})],
    ['a tool of 1 MB', tool('x'.repeat(MEGABYTE), {})],
    ['arguments that are a text', withArguments('"x"')],
    ['arguments that are a list', withArguments('[{"workspace":"x"}]')],
    ['arguments 100,000 deep', withArguments(`{"workspace":${DEEP}}`)],
    ['a prototype in arguments', withArguments('{"__proto__":{"workspace":"x"}}')],
    ['a constructor in arguments', withArguments('{"constructor":{"prototype":{"workspace":"x"}}}')],
    ['20,000 arguments', withArguments(`{${Array.from({ length: 20_000 }, (_, at) => `"a${at}":1`).join()}}`)],
    ['a number for a text', tool('show_schema', { workspace: 5 })],
    ['null for a text', tool('show_schema', { workspace: null })],
    ['an object for an id', tool('read_record', { question: { $ne: null } })],
    ['a path for an id', tool('read_record', { question: '../workspaces' })],
    ['9 MB', tool('read_record', { question: 'x'.repeat(9 * MEGABYTE) })],
    ['a cursor that is an object', call('resources/list', { cursor: { a: 1 } })],
    ['a resource of the machine', call('resources/read', { uri: 'file:///etc/passwd' })],
    ['a resource that is no address', call('resources/read', { uri: '\u0000' })],
  ])('are refused, and Assay is not asked: %s', async (_what, line) => {
    mcp.send(`${line}\n`);
    await eventually(() => mcp.answers.length > 0);
    await mcp.settle();
    const answers = mcp.answers.filter(({ id }) => !/^ping/.test(String(id)));
    expect(answers).toMatchObject([{ id: 1 }]);
    const [answer] = answers;
    expect(answer?.error ?? answer?.result).toMatchObject(
      answer?.error ? { code: expect.any(Number) } : { isError: true },
    );
    expect(JSON.stringify(answer).length).toBeLessThan(line.length + 100_000);
    expect(JSON.stringify(answer)).not.toMatch(/\\n +at |node_modules|\/src\//);
    expect(assay.requests).toEqual([]);
  });

  it('get an answer each where ids are the same', async () => {
    mcp.send(`${Array(50).fill(call('tools/list')).join('\n')}\n`);
    const lists = (): Answer[] => mcp.answers.filter(({ id, result }) => id === 1 && result?.tools !== undefined);
    await eventually(() => lists().length >= 50);
    await mcp.settle();
    expect(lists()).toHaveLength(50);
  });

  it('are put together from single bytes', async () => {
    for (const byte of Buffer.from(`${call('tools/list', { x: 'ü€😀' })}\n`)) mcp.send(Buffer.from([byte]));
    await eventually(() => mcp.answers.some(({ result }) => result?.tools !== undefined));
  });

  it('leave nothing behind: 60 calls of 1 MB', async () => {
    for (let sent = 0; sent < 60; sent += 1) {
      mcp.send(`${tool('none', { text: 'x'.repeat(MEGABYTE) }, `call-${sent}`)}\n`);
      if (sent % 10 === 0) await mcp.settle();
    }
    await eventually(() => mcp.answers.filter(({ id }) => /^call/.test(String(id))).length === 60);
    expect(await mcp.memory()).toBeLessThan(600 * MEGABYTE);
  });
});

describe('the end of MCP over stdio', () => {
  let assay: FakeAssay;
  let mcp: Mcp;
  let asked: Promise<void>;
  beforeAll(async () => {
    assay = await FakeAssay.start();
  });
  afterEach(async () => {
    mcp.child.kill('SIGKILL');
    await mcp.ended;
  });
  afterAll(() => assay?.close());

  /** With a call that Assay never answers. */
  async function busy(): Promise<void> {
    const reached = Promise.withResolvers<void>();
    asked = reached.promise;
    assay.on('GET /v1/workspaces', () => {
      reached.resolve();
      return new Promise(() => undefined);
    });
    mcp = Mcp.start(assay.url);
    mcp.send(`${call('tools/list', {}, 0)}\n${tool('list_workspaces', {})}\n`);
    await asked;
  }

  it.each<[string, () => unknown, unknown]>([
    ['its input is closed', () => mcp.child.stdin.end(), 0],
    ['its input is closed within a line', () => mcp.child.stdin.end('{"jsonrpc":'), 0],
    ['its input breaks', () => mcp.child.stdin.destroy(), 0],
    ['nobody reads its output any more', () => (mcp.child.stdout.destroy(), mcp.send(`${call('ping')}\n`)), 0],
    ['nobody reads its complaints any more', () => (mcp.child.stderr.destroy(), mcp.child.stdin.end('x\n{\n')), 0],
    ['a line has more than 10 MB', () => mcp.send('x'.repeat(11 * MEGABYTE)), 0],
    ['it is interrupted', () => mcp.child.kill('SIGINT'), 0],
    ['it is terminated', () => mcp.child.kill('SIGTERM'), null],
  ])('comes in the middle of a call where %s', async (_what, attack, code) => {
    await busy();
    attack();
    expect((await mcp.ended)[0]).toBe(code);
    expect(mcp.complaints).not.toMatch(/\n +at /);
  });

  it('answers while flooded with requests whose responses are not read', async () => {
    mcp = Mcp.start(assay.url);
    mcp.child.stdout.pause();
    for (let sent = 0; sent < 2000; sent += 1) mcp.send(`${call('tools/list', {}, sent)}\n`);
    mcp.child.stdin.end();
    mcp.child.stdout.destroy();
    await mcp.ended;
    expect(mcp.complaints).not.toMatch(/\n +at /);
  });
});
