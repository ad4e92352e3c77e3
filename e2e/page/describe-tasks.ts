import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { countClicks } from './count-clicks.js';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';

/** The tasks and clicks of docs/page.md. */
interface Task {
  name: string;
  clicks: number;
  /** Where it begins. */
  from: (demo: DemoPage) => string;
  work: (page: Page, demo: DemoPage) => Promise<void>;
}

export const button = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();
/** Types into the focused field. */
export const type = async (page: Page, text: string): Promise<void> => {
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type(text);
};
export const asked = (page: Page, from: string): Promise<void> =>
  page.waitForURL((url) => /\/questions\/[0-9a-f-]{36}$/.test(url.pathname) && url.pathname !== from);

const TASKS: Task[] = [
  {
    name: 'ask',
    clicks: 1,
    from: () => '/',
    work: async (page) => {
      await button(page, /never placed an order/);
      await page.locator('.single-value-figure').waitFor();
    },
  },
  {
    name: 'tell how sure it is',
    clicks: 0,
    from: (demo) => `/questions/${demo.question('compared')}`,
    work: (page) => page.getByText(/^Probably right \(\d/).waitFor(),
  },
  {
    name: 'take the other reading',
    clicks: 1,
    from: (demo) => `/questions/${demo.question('open')}`,
    work: async (page) => {
      const meant = page.getByRole('region', { name: 'You may also have meant …', exact: true });
      const other = meant.locator('button[aria-pressed="false"]').first();
      const label = await other.locator('span').first().innerText();
      await other.click();
      await meant.locator('button[aria-pressed="true"]', { hasText: label }).waitFor();
      await page.getByText('a person chose its meaning').waitFor();
    },
  },
  {
    name: 'correct',
    clicks: 2,
    from: (demo) => `/questions/${demo.question('compared')}`,
    work: async (page) => {
      await button(page, 'This is wrong');
      await type(page, 'By revenue of this year, please.');
      await button(page, 'Send');
      await page.getByText('Marked as wrong').waitFor();
    },
  },
  {
    name: 'follow up',
    clicks: 2,
    from: (demo) => `/questions/${demo.question('charted')}`,
    work: async (page, demo) => {
      await page.getByLabel('Next question', { exact: true }).click();
      await type(page, 'And how many of them are sold out?');
      await button(page, /^Ask$/);
      await asked(page, `/questions/${demo.question('charted')}`);
      await page.getByRole('navigation', { name: 'Earlier questions of this thread', exact: true }).waitFor();
    },
  },
  {
    name: 'export',
    clicks: 1,
    from: (demo) => `/questions/${demo.question('charted')}`,
    work: async (page) => {
      const saved = page.waitForEvent('download');
      await button(page, 'Download all rows (CSV)');
      expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
    },
  },
  {
    name: 'chart',
    clicks: 1,
    from: (demo) => `/questions/${demo.question('charted')}`,
    work: async (page) => {
      await page.getByRole('img', { name: /^Chart of/ }).waitFor();
      const saved = page.waitForEvent('download');
      await button(page, 'Save as PNG');
      await saved;
    },
  },
  {
    name: 'recover from FAILED',
    clicks: 2,
    from: (demo) => `/questions/${demo.question('failed')}`,
    work: async (page, demo) => {
      await button(page, 'Add evidence');
      await type(page, 'a delivery arrives three days after it is sent');
      await button(page, /^Ask$/);
      await asked(page, `/questions/${demo.question('failed')}`);
    },
  },
  {
    name: 'connect',
    clicks: 2,
    from: () => '/workspaces',
    work: async (page, demo) => {
      const file = join(demo.dataDir, 'garden.sqlite');
      const database = new DatabaseSync(file);
      database.exec("create table plant (id integer primary key, name text); insert into plant values (1, 'fern')");
      database.close();
      await page.getByRole('link', { name: 'Connect a database or files', exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill('garden');
      await page.getByLabel('Dialect', { exact: true }).selectOption('sqlite');
      await page.getByLabel('Connection', { exact: true }).fill(`sqlite://${file}`);
      await button(page, /^Connect$/);
      // the demo's script answers its own questions only
      await page.getByText('Questions to garden end in an error until there is one.').waitFor();
      expect(await page.getByRole('link', { name: /plant/ }).count()).toBe(0);
    },
  },
  {
    name: 'see the cost',
    clicks: 1,
    from: (demo) => `/questions/${demo.question('compared')}`,
    work: async (page) => {
      await page.getByText('Details: models, cost, calls').click();
      await page.getByText('Model calls', { exact: true }).waitFor();
    },
  },
  {
    name: 'save',
    clicks: 2,
    from: (demo) => `/questions/${demo.question('charted')}`,
    work: async (page) => {
      await page.getByText('More', { exact: true }).click();
      await button(page, 'Save');
      await page.locator('input:focus').fill('Kept for later');
      await page.keyboard.press('Enter');
      await page.getByText('Saved as “Kept for later”').waitFor();
    },
  },
  {
    name: 'copy the link',
    clicks: 2,
    from: (demo) => `/questions/${demo.question('compared')}`,
    work: async (page, demo) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByText('More', { exact: true }).click();
      await button(page, 'Copy link');
      await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
      const link = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(new URL(link).pathname).toBe(`/questions/${demo.question('compared')}`);
    },
  },
  {
    name: 'read why',
    clicks: 1,
    from: (demo) => `/questions/${demo.question('compared')}`,
    work: async (page) => {
      await page.getByRole('link', { name: 'Why', exact: true }).click();
      await page.getByRole('heading', { name: 'The way it took', exact: true }).waitFor();
    },
  },
];

export function describeTasks(site: () => DemoSite): void {
  let demo: DemoPage;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'compared', 'failed', 'charted', 'open');
  });
  afterAll(() => demo?.close());

  it.each(TASKS)('needs $clicks clicks to $name', async ({ name, clicks, from, work }) => {
    await demo.withWindow(DESKTOP, async (window) => {
      await window.show(from(demo));
      await countClicks(window.page, name, clicks, () => work(window.page, demo));
    });
  });
}
