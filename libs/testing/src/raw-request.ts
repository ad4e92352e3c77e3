import { connect, type Socket } from 'node:net';

/** Sends bytes as they are. The socket never fails a test by itself. */
export function openRaw(url: string, ...parts: (string | Buffer)[]): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  return socket;
}

/**
 * Sends bytes, and reads all that the server answers until it closes the connection.
 * @returns the statuses of the answers in order, and the text
 */
export async function sendRaw(
  url: string,
  ...parts: (string | Buffer)[]
): Promise<{ statuses: number[]; text: string }> {
  const socket = openRaw(url, ...parts);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((closed) => socket.once('close', closed));
  const text = Buffer.concat(chunks).toString('latin1');
  return { statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status)), text };
}
