import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../../scripts/chdb-server.mjs', import.meta.url));
const PASSWORD = 'p@ss/w:rd';

/** ClickHouse's engine behind the HTTP interface; its one user may do everything. */
export interface TestChdb {
  url(database: string): string;
  /** @throws Error with the server's message */
  run(sql: string, database?: string): Promise<string>;
  stop(): Promise<void>;
}

/** For `describeWith`: installed by `npm run conformance -- clickhouse` alone. */
export const CHDB = process.env['ASSAY_CHDB'] === undefined ? 'chdb' : 'node';

export async function startTestChdb(): Promise<TestChdb> {
  const env = { ...process.env, CHDB_PASSWORD: PASSWORD };
  const child = spawn(process.execPath, [SERVER], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const place = `127.0.0.1:${printed.toString().trim()}`;
  const authorization = `Basic ${Buffer.from(`default:${PASSWORD}`).toString('base64')}`;
  return {
    url: (database) => `clickhouse://default:${encodeURIComponent(PASSWORD)}@${place}/${database}`,
    run: async (body, database = 'default') => {
      const url = `http://${place}/?database=${database}`;
      const reply = await fetch(url, { method: 'POST', headers: { authorization }, body });
      const answer = await reply.text();
      if (!reply.ok) throw new Error(answer);
      return answer;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
