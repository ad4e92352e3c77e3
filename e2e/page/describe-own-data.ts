import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, type OwnWorld } from '../harness/own-world.js';
import { unanswered } from '../harness/script.js';
import { Window } from './browser.js';
import { countClicks } from './count-clicks.js';
import type { DemoSite } from './demo-site.js';
import { DESKTOP } from './demo-page.js';
import { asked, button } from './describe-tasks.js';

const IN_FILES = 'How many sales are there?';
const ENDLESS = 'How many customers will there be?';

/** With a model, without keys. */
export function describeOwnData(site: () => DemoSite): void {
  let world: OwnWorld;
  let window: Window;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-e2e-own-'));
    await writeFile(join(folder, 'sales.csv'), 'day;amount\n2026-01-31;"1.234,50"\n2026-02-01;"2,00"\n');
    world = await createWorld();
    world.cast.play(IN_FILES, { sql: () => 'SELECT count(*) AS sales FROM sales' });
    world.cast.play(ENDLESS, { any: unanswered });
    window = await Window.open(site().context, world.assay.url, DESKTOP);
  });
  afterAll(async () => {
    await window?.close();
    await world?.end();
    await rm(folder, { recursive: true, force: true });
  });

  it('connects PostgreSQL, after a role that may write was refused, to an answer in 4 clicks', async () => {
    const { page } = window;
    await window.show('/workspaces');
    await countClicks(page, 'own PostgreSQL, with a refused superuser, to an answer', 4, async () => {
      await page.getByRole('link', { name: 'Connect a database or files', exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill('own shop');
      await page.getByLabel('Connection', { exact: true }).fill(world.target.ownerUrl);
      await button(page, /^Connect$/);
      await page.getByRole('alert').getByText('ROLE_TOO_POWERFUL').waitFor();
      await window.picture('refused-desktop-light');
      expect(await window.violations()).toEqual([]);
      await page.getByLabel('Connection', { exact: true }).fill(world.target.readerUrl);
      await button(page, /^Connect$/);
      // questions made from its tables
      await page.getByRole('link', { name: 'How many customers are there?', exact: true }).click();
      await page.locator('textarea.ask-question:focus').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.locator('.single-value-figure', { hasText: /^5$/ }).waitFor();
    });
    await window.show('/workspaces');
    const item = page.getByRole('listitem').filter({ hasText: 'own shop' });
    expect(await item.innerText()).toMatch(/postgres · \d+ tables · last asked/);
  });

  it('makes tables of a CSV, to an answer in 5 clicks', async () => {
    const { page } = window;
    await window.show('/workspaces');
    await countClicks(page, 'own CSV to an answer', 5, async () => {
      await page.getByRole('link', { name: 'Connect a database or files', exact: true }).click();
      await page.getByLabel('Files', { exact: true }).check();
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel('Files to ask about', { exact: true }).click();
      await (await chooser).setFiles(join(folder, 'sales.csv'));
      await page.getByText('sales.csv, 1 kB').waitFor();
      await button(page, 'Create the tables');
      await page.getByText('day (date), amount (number)').waitFor();
      await window.picture('files-desktop-light');
      await page.getByRole('link', { name: 'Ask about them', exact: true }).click();
      await page.getByLabel('Question', { exact: true }).fill(IN_FILES);
      await page.keyboard.press('Control+Enter');
      await page.locator('.single-value-figure', { hasText: /^2$/ }).waitFor();
    });
  });

  it('asks in own words without a click, and cancels by one', async () => {
    const { page } = window;
    await window.show(`/?workspace=${world.workspace}`);
    await countClicks(page, 'ask in own words', 0, async () => {
      await page.getByLabel('Question', { exact: true }).fill(ENDLESS);
      await page.keyboard.press('Control+Enter');
      await asked(page, '/');
    });
    await countClicks(page, 'cancel', 1, async () => {
      await button(page, 'Cancel');
      await page.getByText('CANCELLED', { exact: true }).first().waitFor();
    });
    expect(window.faults.filter((fault) => !/422/.test(fault))).toEqual([]);
  });
}
