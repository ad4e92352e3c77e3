import type { AssayClient } from '@assay/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAssayServer } from './assay-server.js';

/** Serves MCP over stdio until the input ends or `signal` aborts. Nothing else may write to stdout. */
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
