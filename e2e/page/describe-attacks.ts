import { beforeAll, expect, it } from '@jest/globals';
import type { Id } from '@assay/contracts';
import type { Route } from 'playwright-core';
import type { Window } from './browser.js';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';
import { FAULTS, HOSTILE, MARK, spoiled, type Attack } from './hostile-texts.js';

type Address = (demo: DemoPage, story: Id) => string;
const home = (demo: DemoPage): string => `/workspaces/${demo.workspace.id}`;

/** Views of model output, of rows and of the target database. */
const VIEWS: Record<string, Address> = {
  answer: (demo) => `/questions/${demo.question('compared')}`,
  chart: (demo) => `/questions/${demo.question('charted')}`,
  discarded: (demo) => `/questions/${demo.question('failed')}`,
  why: (demo) => `/questions/${demo.question('compared')}/why`,
  timeline: (demo) => `/questions/${demo.question('compared')}/timeline`,
  candidates: (demo) => `/questions/${demo.question('compared')}/candidates`,
  verdicts: (demo) => `/questions/${demo.question('compared')}/verdicts`,
  selection: (demo) => `/questions/${demo.question('compared')}/selection`,
  calls: (demo) => `/questions/${demo.question('compared')}/calls`,
  history: () => '/history',
  schema: (demo) => `${home(demo)}/schema`,
  knowledge: (demo) => `${home(demo)}/knowledge`,
  gold: (demo) => `${home(demo)}/gold`,
  story: (_demo, story) => `/stories/${story}`,
};

export function describeAttacks(site: () => DemoSite): void {
  let demo: DemoPage;
  let story: Id;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'compared', 'failed', 'charted');
    story = await demo.evaluateStory();
  });

  /** No script ran, nothing was injected, no text of the page is reversed. */
  async function harmless(window: Window): Promise<void> {
    expect(await window.page.evaluate(FAULTS)).toEqual([]);
    // Some hostile names lead to what is not there.
    expect(window.faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
  }

  it.each(Object.keys(HOSTILE) as Attack[])('shows %s in every text of every view as text', async (attack) => {
    await demo.withWindow(DESKTOP, async (window) => {
      const { page } = window;
      page.on('dialog', (dialog) => {
        window.faults.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.route('**/v1/**', (route) => spoil(route, attack));
      for (const [name, address] of Object.entries(VIEWS)) {
        await window.show(address(demo, story));
        const closed = page.locator('details:not([open]) > summary');
        if ((await closed.count()) > 0) await closed.first().click();
        expect([name, (await page.locator('main').innerText()).includes(MARK)]).toEqual([name, true]);
        await harmless(window);
      }
      // The page still leads on.
      await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
      await page.waitForURL((url) => url.pathname === '/workspaces');
      await harmless(window);
    });
  });
}

async function spoil(route: Route, attack: Attack): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (/\/events$|^\/v1\/(me|caller|sign-in)/.test(pathname)) return route.continue();
  const response = await route.fetch();
  const text = await response.text();
  const json = text === '' ? undefined : spoiled(JSON.parse(text), attack);
  await route.fulfill({ response, json });
}
