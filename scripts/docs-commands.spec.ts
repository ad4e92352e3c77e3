import { describe, expect, it } from '@jest/globals';
import { CliContext } from '../apps/cli/src/cli-context.js';
import { FakeTerminal } from '../apps/cli/src/fixtures/fake-terminal.js';
import { program } from '../apps/cli/src/run-cli.js';
import { blocksOf, commandProblems, commandsOf, simpleCommandsOf } from './docs-commands.mjs';
import { readPages } from './docs.mjs';

const KNOWN = {
  scripts: ['start', 'test', 'check', 'bench'],
  variables: ['ASSAY_FILE_DIRS', 'ASSAY_MODEL_'],
  routes: ['GET /v1/me', 'POST /v1/questions/:id/like'],
  exists: (path: string): boolean => ['libs/sql', 'apps/mcp/src/main.ts'].includes(path),
};
const problems = (...lines: string[]): string[] =>
  commandProblems({ 'a.md': ['```sh', ...lines, '```'].join('\n') }, KNOWN).map(
    (problem) => problem.split(': ')[1] ?? '',
  );

class Parsed extends Error {}

/** Parses a command as the CLI does, and stops before it runs. */
async function parse(args: string[]): Promise<void> {
  const root = program(new CliContext(new FakeTerminal()));
  root.hook('preAction', () => {
    throw new Parsed();
  });
  await root.parseAsync(args, { from: 'user' });
}

const inDocs = Object.entries(readPages()).flatMap(([page, text]) =>
  commandsOf(text).flatMap((line, place) =>
    simpleCommandsOf(line).flatMap(([program_, name, ...args]) =>
      program_ === 'npx' && name === 'assay'
        ? [{ page, args: args.map(argument), isWhole: place < blocksOf(text).length }]
        : [],
    ),
  ),
);

/** Without quotes; placeholders are ids. */
function argument(word: string): string {
  return word.replace(/^(["'])(.*)\1$/, '$2').replace(/<\w+>/, '019aa0b0-0000-7000-8000-000000000001');
}

describe('commands in the docs', () => {
  it('are read without comments, and continued lines as one', () => {
    expect(commandsOf('```sh\nnpm test   # all\n# none\nnode a \\\n  b\n```\n```\nno command\n```')).toEqual([
      'npm test',
      'node a b',
    ]);
    const inline = 'Run `npx assay ask x`, `npm run bench <name>` or `npm test -- part`: see `docs/x.md`.';
    expect(commandsOf(inline)).toEqual(['npx assay ask x']);
    expect(simpleCommandsOf('A=1 npm start | cat "a b"; x')).toEqual([['npm', 'start'], ['cat', '"a b"'], ['x']]);
  });

  it('that name nothing there is are reported', () => {
    expect(problems('npm run none')).toEqual(['no npm script none']);
    expect(problems('npm run bench none')).toEqual(['no benchmark none']);
    expect(problems('ASSAY_NONE=1 npm start')).toEqual(['no variable ASSAY_NONE']);
    expect(problems('npm test -- libs/none')).toEqual(['no file libs/none']);
    expect(problems('node apps/none/dist/main.js', 'ops/none.sh x')).toEqual([
      'no file apps/none/dist/main.js',
      'no file ops/none.sh',
    ]);
    expect(problems('ASSAY_FILE_DIRS=/srv ASSAY_MODEL_BASIC=x npm start', 'npm test -- libs/sql')).toEqual([]);
    expect(problems('node apps/mcp/dist/main.js')).toEqual([]);
  });

  it('that call no route of the API are reported', () => {
    const api = 'api=http://127.0.0.1:3000/v1/questions';
    expect(problems(api, 'curl -s -X POST $api/$id/like', 'curl -d "{}" $api/$id/like | jq')).toEqual([]);
    expect(problems('curl "https://assay.example/v1/me?x=y"', 'curl https://example.org/')).toEqual([]);
    expect(problems(api, 'curl $api/$id/like', 'curl -X DELETE http://127.0.0.1/v1/me')).toEqual([
      'no route GET /v1/questions/$id/like',
      'no route DELETE /v1/me',
    ]);
  });

  it('are many', () => {
    expect(inDocs.filter(({ isWhole }) => isWhole).length).toBeGreaterThan(25);
  });

  it.each(inDocs)('are accepted by the CLI: $page $args', async ({ args, isWhole }) => {
    const outcome: unknown = await parse(args).catch((error: unknown) => error);
    const isParsed = outcome instanceof Parsed;
    // a sentence may name a command without its arguments
    const isNamed =
      !isWhole && /^commander\.(missingArgument|help)$/.test(String((outcome as { code?: unknown }).code));
    expect(isParsed || isNamed ? 'accepted' : outcome).toBe('accepted');
  });

  it('that the CLI does not know are refused', async () => {
    for (const args of [['none'], ['ask', '--none', 'x'], ['workspaces', 'none']]) {
      await expect(parse(args)).rejects.not.toThrow(Parsed);
    }
  });
});
