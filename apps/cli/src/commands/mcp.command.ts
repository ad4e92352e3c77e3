import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { parseCount } from '../options.js';

/** Milliseconds for cancelling questions under way, once the host has gone. */
const LAST_REQUESTS_MS = 1000;

interface McpFlags {
  http?: true;
  host: string;
  port: number;
}

export function addMcpCommand(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, or over HTTP')
    .option('--http', 'serve streamable HTTP at /mcp; each request sends its own key or token')
    .option('--host <address>', 'with --http: where to listen', '127.0.0.1')
    .option('--port <number>', 'with --http: the port', parseCount, 3001)
    .action(async (flags: McpFlags) => serve(context, flags));
}

async function serve(context: CliContext, { http, host, port }: McpFlags): Promise<void> {
  const ending = new AbortController();
  const client = context.client({ signal: ending.signal });
  const { stderr } = context.terminal;
  const onError = (error: Error): void => void stderr.write(`${error.message}\n`);
  const stopping = new AbortController();
  const release = context.terminal.onInterrupt(() => stopping.abort());
  const { serveMcpStdio, startMcpHttp } = await import('@assay/mcp');
  try {
    if (!http) return await serveMcpStdio(client, onError, stopping.signal);
    const server = await startMcpHttp({
      assayUrl: context.url,
      host,
      port,
      environment: context.terminal.env,
      onError,
    });
    stderr.write(`MCP at ${server.url}; Ctrl-C ends it\n`);
    await new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve(), { once: true }));
    await server.stop();
  } finally {
    release();
    setTimeout(() => ending.abort(), LAST_REQUESTS_MS).unref();
  }
}
