import type { AssayClient } from '@assay/client';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createAssayServer } from './assay-server.js';

/** Serves MCP over stdio until the input ends, a line is too long, or `signal` aborts. Owns stdout. */
export async function serveMcpStdio(
  client: AssayClient,
  onError: (error: Error) => void,
  signal?: AbortSignal,
): Promise<void> {
  const transport = new StdioServerTransport();
  const handle = serveStdio(() => createAssayServer(client), { onerror: onError, transport });
  const { onclose } = transport;
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
}
