/** A way to Postgres that counts how often the server wakes a client by a notification. */
import { connect, createServer } from 'node:net';
import { freePort } from '../questions/servers.mjs';

const HEADER_BYTES = 5;
const NOTIFICATION = 'A'.charCodeAt(0);

export async function tapPostgres(url) {
  const target = new URL(url);
  let notifications = 0;
  let connections = 0;
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    const read = messageReader((type) => type === NOTIFICATION && (notifications += 1));
    connections += 1;
    client.once('close', () => (connections -= 1));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      one.on('error', () => undefined);
      one.once('close', () => other.destroy());
      one.pipe(other);
    }
    upstream.on('data', read);
  });
  const port = await freePort();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  target.port = String(port);
  return {
    url: target.href,
    notifications: () => notifications,
    connections: () => connections,
    close: () => server.close(),
  };
}

/** Tells the type of each message that a server sends: a letter, and the length of all but the letter. */
function messageReader(tell) {
  let header = Buffer.alloc(0);
  let left = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at);
        left -= skipped;
        at += skipped;
        continue;
      }
      const wanted = HEADER_BYTES - header.length;
      header = Buffer.concat([header, chunk.subarray(at, at + wanted)]);
      at += wanted;
      if (header.length < HEADER_BYTES) continue;
      tell(header[0]);
      left = header.readUInt32BE(1) - (HEADER_BYTES - 1);
      header = Buffer.alloc(0);
    }
  };
}
