import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWorld, type OwnWorld } from '../harness/own-world.js';
import { Window } from './browser.js';
import type { DemoSite } from './demo-site.js';

export function describeLinks(site: () => DemoSite): void {
  let world: OwnWorld;
  beforeAll(async () => {
    world = await createWorld({ env: { ASSAY_API_KEYS: 'an-admin-key-for-tests' } });
  });
  afterAll(() => world?.end());

  it('shows the answer without a key, framed only by pages of permitted origins', async () => {
    const host = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<iframe src="${world.api.url}${request.url ?? ''}"></iframe>`);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const { port } = host.address() as AddressInfo;
    const links = { frames: [`http://127.0.0.1:${port}`] };
    const workspace = await world.createWorkspace({ settings: { links } });
    const { id, question } = await world.play({}, { workspace });
    const { path } = await world.api.expect<{ path: string }>(201, 'POST', `/v1/questions/${id}/links`, {});
    const window = await Window.open(site().context, world.assay.url, { theme: 'light', size: 'desktop' });
    const { page } = window;

    await page.goto(`${world.assay.url}${path}`);
    await page.getByRole('heading', { name: question, exact: true }).waitFor();
    await page.getByText('This link works until').waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
    expect(await window.violations()).toEqual([]);
    await page.goto(`${world.assay.url}${path.slice(0, -8)}`);
    await page.getByText('This link shows no answer').waitFor();

    await page.goto(`http://127.0.0.1:${port}${path}`);
    const framed = page.frameLocator('iframe');
    await framed.getByRole('heading', { name: question, exact: true }).waitFor();
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(`http://localhost:${port}${path}`);
    await refused;
    expect(await framed.getByRole('heading', { name: question }).count()).toBe(0);
    await page.close();
    host.close();
  });
}
