import { createServer, type Server } from 'node:net';

/** Ports from here on are handed out: below the system's range of ephemeral ports. */
const FIRST_PORT = 20_000;
/** How many are handed out; as many above them stand for the claims on them. */
const PORTS = 6_000;

/**
 * A port of 127.0.0.1 where no server listens, for one that a test starts, stops and starts again: it belongs to this
 * process until the process ends, so that no other test is given it and no connection takes it meanwhile.
 *
 * @throws Error when every port is taken
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

/** A server on a port of 127.0.0.1; null where somebody has it. */
function listen(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}
