import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { GOOD_SQL } from '../harness/script.js';
import { Deployment } from './deployment.js';

/** JSON of a command that restarts db-sampler. */
const restart = process.env['ASSAY_E2E_RESTART_SAMPLER'];
const suite = restart === undefined ? describe.skip : describe;

suite(`uploads${restart === undefined ? ' (skipped: ASSAY_E2E_RESTART_SAMPLER is not set)' : ''}`, () => {
  let assay: Deployment;
  beforeAll(async () => {
    assay = await Deployment.open();
  }, 300_000);

  const put = async (workspace: string, name: string, content: string): Promise<unknown> => {
    const body = new FormData();
    body.append('files', new Blob([content]), name);
    const url = `${assay.api.url}/v1/workspaces/${workspace}/files`;
    const response = await fetch(url, { method: 'POST', headers: assay.api.headers, body });
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
    return response.json();
  };
  const restartSampler = async (): Promise<void> => {
    const [program = '', ...parameters] = JSON.parse(restart ?? '[]') as string[];
    await promisify(execFile)(program, parameters, { timeout: 300_000 });
  };

  it('outlive the process that copied them: upload, restart, ask', async () => {
    const made = { name: `files-${Date.now()}`, database: { dialect: 'duckdb', url: 'duckdb://uploads' } };
    const { id } = await assay.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', made);
    expect(await put(id, 'customer.csv', 'customer_id;name;spent\n1;Ada;1,5\n2;Eve;2,25\n')).toMatchObject({
      tables: [{ name: 'customer', rows: 2, columns: [{ type: 'BIGINT' }, { type: 'VARCHAR' }, { type: 'DOUBLE' }] }],
      findings: ['commas are read as decimal points in spent of the file customer.csv'],
    });

    await restartSampler();
    const body = { ...assay.body('one of two is right'), workspace: id };
    const asked = await assay.api.expect<{ id: string }>(202, 'POST', '/v1/questions', body);
    const record = await assay.recordOf(asked.id);
    expect([record.status, record.result?.sqlList[0]?.sql]).toEqual(['GOLD', GOOD_SQL]);
    const rows = await assay.api.expect(200, 'GET', `/v1/questions/${asked.id}/rows`);
    expect(rows).toMatchObject({ rows: [[2]] });

    await assay.api.expect(204, 'DELETE', `/v1/workspaces/${id}`);
    while ((await assay.api.get(`/v1/workspaces/${id}`)).status !== 404) await delay(200);
  }, 600_000);
});
