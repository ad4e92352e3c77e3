import { beforeAll, expect, it } from '@jest/globals';
import type { Id } from '@assay/contracts';
import type { Page } from 'playwright-core';
import type { Look, Window } from './browser.js';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';
import { staysRunning, wasCancelled } from './other-ends.js';

const FIRST_LOAD_BYTES = 250_000;
const NARROW: Look = { theme: 'dark', size: 'narrow' };
const LOOKS = [DESKTOP, NARROW] as const;
/** Pictures show both themes. */
const BOTH = ['light', 'dark'] as const;
const THEMES = process.env['ASSAY_SCREENSHOTS'] === undefined ? (['light'] as const) : BOTH;
const FURTHER_SIZES = ['wide', 'tablet', 'phone'] as const;
/** Examined at each size in both themes. */
const MAIN = ['ask', 'answer', 'chart', 'discarded'];
const END_LOOKS = [{ theme: 'light', size: 'phone' }, NARROW] as const;

/** Status, setup, the button or link that leads on, and the view that is examined. */
interface End {
  status: 'ERROR' | 'CANCELLED' | 'RUNNING';
  as: ((page: Page) => Promise<void>) | undefined;
  way: string;
  examined: string;
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
  behaviours: (demo) => `/questions/${demo.question('distinguished')}/candidates`,
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
  models: () => '/models',
  stories: () => '/stories',
  story: (_demo, story) => `/stories/${story}`,
  nowhere: () => '/questions/none',
  'nowhere-at-all': () => '/no/such/page',
};

export function describeViews(site: () => DemoSite): void {
  let demo: DemoPage;
  let story: Id;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'compared', 'escalated', 'failed', 'distinguished', 'charted');
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

  it.each(Object.entries(VIEWS))(
    'shows %s on a light desktop and in a narrow dark window: accessible, in the window, without errors or other hosts',
    async (name, address) => {
      // each look loads half of the views; the other is a resized window
      const isOdd = Object.keys(VIEWS).indexOf(name) % 2 === 1;
      const [first = LOOKS[0], second = LOOKS[1]] = isOdd ? LOOKS.toReversed() : LOOKS;
      await demo.withWindow(first, async (window) => {
        await window.show(address(demo, story));
        await examine(window, name, first);
        await window.lookAt(second);
        await examine(window, name, second);
        for (const size of FURTHER_SIZES) {
          for (const theme of MAIN.includes(name) ? BOTH : THEMES) {
            await window.lookAt({ theme, size });
            await (MAIN.includes(name) ? examine : fits)(window, name, { theme, size });
          }
        }
        // browsers report 404s
        expect(name.startsWith('nowhere') ? [] : window.faults).toEqual([]);
      });
    },
  );

  it.each<End>([
    { status: 'ERROR', as: undefined, way: 'Set up a model', examined: 'Why' },
    { status: 'CANCELLED', as: wasCancelled, way: 'Change and ask again', examined: 'Candidates' },
    { status: 'RUNNING', as: staysRunning, way: 'Cancel', examined: 'Timeline' },
  ])('shows a question that ended $status: accessible, in the window, with a way on', async (end) => {
    const { status, as, way, examined } = end;
    const id = status === 'ERROR' ? await askWithoutAnswer(demo) : demo.question('escalated');
    const [first, second] = END_LOOKS;
    await demo.withWindow(first, async (window) => {
      const { page } = window;
      await as?.(page);
      // its event stream stays open
      await page.goto(`${demo.url}/questions/${id}`);
      const onward = page.getByRole(status === 'ERROR' ? 'link' : 'button', { name: way, exact: true });
      await onward.waitFor();
      if (status === 'CANCELLED') {
        await onward.click();
        await page.getByLabel('Evidence', { exact: true }).waitFor();
      }
      await examine(window, status.toLowerCase(), first);
      await window.lookAt(second);
      await fits(window, status.toLowerCase(), second);
      for (const view of ['Why', 'Timeline', 'Candidates']) {
        await page.getByRole('link', { name: view, exact: true }).click();
        await page.waitForURL((url) => url.pathname.endsWith(view.toLowerCase()));
        await page.getByText(status, { exact: true }).first().waitFor();
        await page.locator('.waiting').first().waitFor({ state: 'detached' });
        const check = view === examined ? examine : fits;
        await check(window, `${status.toLowerCase()}-${view.toLowerCase()}`, second);
      }
      expect(window.faults).toEqual([]);
    });
  });

  it(`loads less than ${FIRST_LOAD_BYTES / 1000} kB at first`, async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      const devtools = await window.page.context().newCDPSession(window.page);
      let received = 0;
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (received += encodedDataLength));
      await devtools.send('Network.enable');
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
      await window.show('/');
      console.info(`first load: ${(received / 1000).toFixed(0)} kB`);
      expect(received).toBeGreaterThan(50_000);
      expect(received).toBeLessThan(FIRST_LOAD_BYTES);
    });
  });
}

async function examine(window: Window, name: string, look: Look): Promise<void> {
  await fits(window, name, look);
  const violations = await window.violations();
  expect({ name, look, violations }).toEqual({ name, look, violations: [] });
}

async function fits(window: Window, name: string, look: Look): Promise<void> {
  await window.picture(`${name}-${look.size}-${look.theme}`);
  const [tooWide, cut] = [await window.isTooWide(), await window.cutLabels()];
  expect({ name, look, tooWide, cut }).toEqual({ name, look, tooWide: false, cut: [] });
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
