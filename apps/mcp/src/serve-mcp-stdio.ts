import type { AssayClient } from '@assay/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAssayServer } from './assay-server.js';

/**
 * Serves MCP over this process's standard input and output, until the input ends or `signal` fires. Nothing else may
 * write to standard output meanwhile.
 */
export async function serveMcpStdio(
  client: AssayClient,
  onError: (error: Error) => void,
  signal?: AbortSignal,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    process.stdout.on('error', () => resolve());
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(() => createAssayServer(client), { onerror: onError });
  await ended;
  await handle.close();
}
