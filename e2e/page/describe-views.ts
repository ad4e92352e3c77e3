import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Id } from '@assay/contracts';
import type { Page } from 'playwright-core';
import type { Look } from './browser.js';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';
import { goesOn, wasCancelled } from './other-ends.js';

const FIRST_LOAD_BYTES = 250_000;
const END_LOOKS: Look[] = [
  { theme: 'light', size: 'phone' },
  { theme: 'dark', size: 'narrow' },
];

/** Status, setup, and the button that leads on. */
interface End {
  status: 'ERROR' | 'CANCELLED' | 'RUNNING';
  as: ((page: Page) => Promise<void>) | undefined;
  way: string;
}

/** Some terms used, unused and contradictory. */
const TERMS = `name: words of the shop
terms:
  - name: revenue
    synonyms: [turnover]
    definition: What was paid for orders, returned ones included.
  - name: revenue
    definition: What was paid for orders, without what came back.
  - name: reader
    column: customer.points_that_no_table_of_this_workspace_has_under_any_name_whatsoever
  - name: shelf
    table: book
`;

type Address = (demo: DemoPage, story: Id) => string;
const home = (demo: DemoPage): string => `/workspaces/${demo.workspace.id}`;

/** Addresses of all views by name. */
const VIEWS: Record<string, Address> = {
  ask: () => '/',
  answer: (demo) => `/questions/${demo.question('compared')}`,
  chart: (demo) => `/questions/${demo.question('charted')}`,
  why: (demo) => `/questions/${demo.question('compared')}/why`,
  timeline: (demo) => `/questions/${demo.question('escalated')}/timeline`,
  candidates: (demo) => `/questions/${demo.question('compared')}/candidates`,
  behaviours: (demo) => `/questions/${demo.question('parted')}/candidates`,
  verdicts: (demo) => `/questions/${demo.question('escalated')}/verdicts?level=BASIC`,
  selection: (demo) => `/questions/${demo.question('compared')}/selection`,
  calls: (demo) => `/questions/${demo.question('compared')}/calls`,
  discarded: (demo) => `/questions/${demo.question('failed')}`,
  history: () => '/history',
  workspaces: () => '/workspaces',
  'new-workspace': () => '/workspaces/new',
  schema: (demo) => `${home(demo)}/schema?table=book`,
  evidence: (demo) => `${home(demo)}/knowledge`,
  imports: (demo) => `${home(demo)}/imports`,
  gold: (demo) => `${home(demo)}/gold`,
  evaluation: (demo) => `${home(demo)}/evaluation`,
  settings: (demo) => `${home(demo)}/settings`,
  connection: (demo) => `${home(demo)}/connection`,
  stories: () => '/stories',
  story: (_demo, story) => `/stories/${story}`,
  nowhere: () => '/questions/none',
};
const LOOKS: Look[] = [DESKTOP, { theme: 'dark', size: 'narrow' }];

export function describeViews(site: () => DemoSite): void {
  let demo: DemoPage;
  let story: Id;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'compared', 'escalated', 'failed', 'parted', 'charted');
    story = await demo.evaluateStory();
    const imported = await demo.api.send(
      'POST',
      `/v1/workspaces/${demo.workspace.id}/knowledge?name=words`,
      undefined,
      {
        headers: { 'content-type': 'application/yaml' },
        raw: TERMS,
      },
    );
    if (imported.status !== 200) throw new Error(`the terms were not imported: ${JSON.stringify(imported.body)}`);
  });
  afterAll(() => demo?.close());

  describe.each(LOOKS)('on $size in $theme', (look) => {
    it.each(Object.entries(VIEWS))(
      'shows %s: accessible, in the window, without errors or other hosts',
      async (name, address) => {
        await demo.withWindow(look, async (window) => {
          await window.show(address(demo, story));
          await window.picture(`${name}-${look.size}-${look.theme}`);
          // browsers report 404s
          const faults = name === 'nowhere' ? [] : window.faults.slice();
          const found = { violations: await window.violations(), tooWide: await window.isTooWide(), faults };
          expect(found).toEqual({ violations: [], tooWide: false, faults: [] });
        });
      },
    );
  });

  describe.each(END_LOOKS)('on $size in $theme', (look) => {
    it.each<End>([
      { status: 'ERROR', as: undefined, way: 'Change and ask again' },
      { status: 'CANCELLED', as: wasCancelled, way: 'Change and ask again' },
      { status: 'RUNNING', as: goesOn, way: 'Cancel' },
    ])('shows a question that ended $status: accessible, in the window, with a way on', async ({ status, as, way }) => {
      const id = status === 'ERROR' ? await askWithoutAnswer(demo) : demo.question('escalated');
      await demo.withWindow(look, async (window) => {
        const { page } = window;
        await as?.(page);
        for (const view of ['', '/why', '/timeline', '/candidates']) {
          // its event stream stays open
          await page.goto(`${demo.url}/questions/${id}${view}`);
          await page.getByText(status, { exact: true }).first().waitFor();
          await page.locator('.waiting').first().waitFor({ state: 'detached' });
          if (view === '') await page.getByRole('button', { name: way, exact: true }).waitFor();
          if (view === '' && status !== 'RUNNING') {
            await page.getByRole('button', { name: way, exact: true }).click();
            await page.getByLabel('Evidence', { exact: true }).waitFor();
          }
          await window.picture(`${status.toLowerCase()}${view.replace('/', '-')}-${look.size}-${look.theme}`);
          const found = { violations: await window.violations(), tooWide: await window.isTooWide() };
          expect({ view, ...found }).toEqual({ view, violations: [], tooWide: false });
        }
        expect(window.faults).toEqual([]);
      });
    });
  });

  it(`loads less than ${FIRST_LOAD_BYTES / 1000} kB at first`, async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      const devtools = await window.page.context().newCDPSession(window.page);
      let received = 0;
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (received += encodedDataLength));
      await devtools.send('Network.enable');
      await window.show('/');
      console.info(`first load: ${(received / 1000).toFixed(0)} kB`);
      expect(received).toBeGreaterThan(50_000);
      expect(received).toBeLessThan(FIRST_LOAD_BYTES);
    });
  });
}

/** An unscripted question. */
async function askWithoutAnswer({ api, workspace }: DemoPage): Promise<Id> {
  const { id } = await api.expect<{ id: Id }>(202, 'POST', '/v1/questions', {
    workspace: workspace.id,
    question: 'What is the meaning of it all?',
    evidence: ['Meaning-is-what-somebody-says-in-one-very-long-word-that-nobody-may-break-for-a-narrow-window'],
  });
  return id;
}
