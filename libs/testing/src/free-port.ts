import { createServer, type Server } from 'node:net';

/** Below the ephemeral range. */
const FIRST_PORT = 20_000;
/** The port this much above a port is listened on as its claim. */
const PORTS = 6_000;

/**
 * A free port of 127.0.0.1. Until this process ends, no other caller of `freePort` gets it; another program may take
 * it.
 * @throws Error if all are taken
 */
export async function freePort(): Promise<number> {
  const start = Math.floor(Math.random() * PORTS);
  for (let step = 0; step < PORTS; step++) {
    const port = FIRST_PORT + ((start + step) % PORTS);
    const claim = await listen(port + PORTS);
    if (claim === null) continue;
    claim.unref();
    const probe = await listen(port);
    if (probe === null) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
  throw new Error(`no port is free between ${FIRST_PORT} and ${FIRST_PORT + PORTS - 1}`);
}

/** Null if in use. */
function listen(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}
