import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AssayClient } from '@assay/client';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const NAMES = /`([^`]+)`/g;

interface Row {
  api: string[];
  client: string[];
  cli: string[];
  mcp: string[];
  page: boolean;
}

/** The rows of docs/clients.md. */
const ROWS: Row[] = readFileSync(`${PROJECT}docs/clients.md`, 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , api]) => api?.startsWith('`'))
  .map(([, , api, client, cli, mcp, page]) => ({
    api: namesIn(api),
    client: namesIn(client),
    cli: namesIn(cli),
    mcp: namesIn(mcp),
    page: page === 'yes',
  }));

/** Not over HTTP. */
const LOCAL_COMMANDS = ['mcp', 'migrate'];
/** Commands that only hold others. */
const GROUPS = ['people', 'queues', 'story', 'workspaces'];

function namesIn(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(NAMES)].map(([, name]) => name ?? '');
}

/** Without specs. */
function sourcesOf(folder: string): string[] {
  return readdirSync(`${PROJECT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
    .map((path) => readFileSync(`${PROJECT}${folder}/${path}`, 'utf8'));
}

function unique(names: string[]): string[] {
  return [...new Set(names)].sort();
}

/** `questions.ask`; without health. */
function clientMethods(): string[] {
  const client = new AssayClient({ url: 'http://127.0.0.1:1' });
  return Object.entries(client).flatMap(([name, part]: [string, unknown]) =>
    typeof part !== 'object' || part === null || name === 'health'
      ? []
      : Object.getOwnPropertyNames(Object.getPrototypeOf(part))
          .filter((method) => method !== 'constructor')
          .map((method) => `${name}.${method}`),
  );
}

/** Below /v1, of sign-in and of links; completeness is tested with the API's documentation. */
function routes(): string[] {
  return sourcesOf('apps/api/src').flatMap((source) => {
    const [, base] = /@Controller\('(?:v1\/?)?(|(?<=v1\/)[^']*|auth|links)'\)/.exec(source) ?? [];
    if (base === undefined) return [];
    return [...source.matchAll(/@(Get|Post|Patch|Put|Delete)\((?:'([^']*)')?\)/g)].map(
      ([, method = '', path = '']) => `${method.toUpperCase()} /${[base, path].filter(Boolean).join('/')}`,
    );
  });
}

describe('the table of what each client offers', () => {
  it('has every route of the API', () => {
    expect(routes().length).toBeGreaterThan(50);
    expect(unique(ROWS.flatMap(({ api }) => api))).toEqual(unique(routes()));
  });

  it('has every method of the typed client', () => {
    expect(unique(ROWS.flatMap(({ client }) => client))).toEqual(unique(clientMethods()));
  });

  it('has every tool of MCP', () => {
    const tools = sourcesOf('apps/mcp/src').flatMap((source) =>
      [...source.matchAll(/registerTool\(\s*'(\w+)'/g)].map(([, name]) => name ?? ''),
    );
    expect(unique(ROWS.flatMap(({ mcp }) => mcp))).toEqual(unique(tools));
  });

  it('has every command of the command line', () => {
    const commands = sourcesOf('apps/cli/src')
      .flatMap((source) => [...source.matchAll(/\.command\('([\w-]+)'/g)].map(([, name]) => name ?? ''))
      .filter((name) => !GROUPS.includes(name) && !LOCAL_COMMANDS.includes(name));
    const reported = ROWS.flatMap(({ cli }) => cli.map((command) => command.split(' ').at(-1) ?? ''));
    expect(unique(reported)).toEqual(unique(commands));
  });

  it('says of the page what it asks for', () => {
    const page = sourcesOf('apps/web/src').join('\n');
    const isAsked = (method: string): boolean => new RegExp(`\\b${method.replace('.', '\\s*\\.\\s*')}\\b`).test(page);
    expect(ROWS.filter(({ client }) => client.some(isAsked)).map(({ client }) => client)).toEqual(
      ROWS.filter((row) => row.page).map(({ client }) => client),
    );
  });
});
