import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createWorld, type OwnWorld } from '../harness/own-world.js';
import { Window } from './browser.js';
import type { DemoSite } from './demo-site.js';

export function describeKeys(site: () => DemoSite): void {
  const KEY = 'an-admin-key-for-tests';
  let world: OwnWorld;
  beforeAll(async () => {
    world = await createWorld({ env: { ASSAY_API_KEYS: KEY } });
  });
  afterAll(() => world?.end());

  it('asks for one, says when it is wrong, keeps a right one for the tab, and forgets it', async () => {
    const window = await Window.open(site().context, world.assay.url, { theme: 'light', size: 'desktop' });
    const { page } = window;
    await page.goto(world.assay.url);
    await page.getByRole('heading', { name: 'Enter your API key', exact: true }).waitFor();
    await window.picture('key-desktop-light');
    expect(await window.violations()).toEqual([]);
    await enter(page, 'wrong');
    await page.getByText('is not valid here').waitFor();
    await enter(page, KEY);
    await page.getByRole('heading', { name: /Ask a database/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /Ask a database/ }).waitFor();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('heading', { name: 'Enter your API key', exact: true }).waitFor();
    await window.close();
  });
}

async function enter(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}
