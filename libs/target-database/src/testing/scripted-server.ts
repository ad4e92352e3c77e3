import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ScriptedServer {
  port: number;
  readonly open: number;
  close(): void;
}

export async function startScriptedServer(serve: (socket: Socket) => void): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return sockets.size;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Sends data while the client reads. */
export function flood(socket: Socket, chunk: Buffer): void {
  const go = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', go);
  go();
}
