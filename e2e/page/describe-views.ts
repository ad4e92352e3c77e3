import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Id } from '@assay/contracts';
import type { Look } from './browser.js';
import { DemoPage, DESKTOP, SLOW_MS } from './demo-page.js';
import type { DemoSite } from './demo-site.js';
import { goesOn, wasCancelled } from './other-ends.js';

const FIRST_LOAD_BYTES = 250_000;

/** A glossary of which something is in use, something fits nothing, and something contradicts itself. */
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

/** Addresses of all views by name. */
function views(demo: DemoPage, story: Id): Record<string, string> {
  const question = `/questions/${demo.question('compared')}`;
  const home = `/workspaces/${demo.workspace.id}`;
  return {
    ask: '/',
    answer: question,
    chart: `/questions/${demo.question('charted')}`,
    why: `${question}/why`,
    timeline: `/questions/${demo.question('escalated')}/timeline`,
    candidates: `${question}/candidates`,
    behaviours: `/questions/${demo.question('parted')}/candidates`,
    verdicts: `/questions/${demo.question('escalated')}/verdicts?level=BASIC`,
    selection: `${question}/selection`,
    calls: `${question}/calls`,
    discarded: `/questions/${demo.question('failed')}`,
    history: '/history',
    workspaces: '/workspaces',
    'new-workspace': '/workspaces/new',
    schema: `${home}/schema?table=book`,
    evidence: `${home}/knowledge`,
    imports: `${home}/imports`,
    gold: `${home}/gold`,
    evaluation: `${home}/evaluation`,
    settings: `${home}/settings`,
    connection: `${home}/connection`,
    stories: '/stories',
    story: `/stories/${story}`,
    nowhere: '/questions/none',
  };
}

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
  }, SLOW_MS);
  afterAll(() => demo?.close());

  it.each<Look>([DESKTOP, { theme: 'dark', size: 'phone' }, { theme: 'light', size: 'narrow' }])(
    'shows every view on $size in $theme: accessible, in the window, without errors or other hosts',
    async (look) => {
      await demo.withWindow(look, async (window) => {
        const found: object[] = [];
        for (const [name, path] of Object.entries(views(demo, story))) {
          window.faults.splice(0);
          await window.show(path);
          await window.picture(`${name}-${look.size}-${look.theme}`);
          // the browser itself reports an answer 404
          const faults = name === 'nowhere' ? [] : window.faults.slice();
          found.push({ name, violations: await window.violations(), tooWide: await window.isTooWide(), faults });
        }
        const nothing = { violations: [], tooWide: false, faults: [] };
        expect(found).toEqual(Object.keys(views(demo, story)).map((name) => ({ name, ...nothing })));
      });
    },
    SLOW_MS,
  );

  it.each<Look>([
    { theme: 'light', size: 'phone' },
    { theme: 'dark', size: 'narrow' },
  ])(
    'shows what runs, broke or was cancelled on $size in $theme: accessible, in the window, with a way on',
    async (look) => {
      const { id: broken } = await demo.api.expect<{ id: Id }>(202, 'POST', '/v1/questions', {
        workspace: demo.workspace.id,
        question: 'What is the meaning of it all?',
        evidence: ['Meaning-is-what-somebody-says-in-one-very-long-word-that-nobody-may-break-for-a-narrow-window'],
      });
      const question = demo.question('escalated');
      const ends = [
        { name: 'ERROR', id: broken, as: undefined, way: 'Change and ask again' },
        { name: 'CANCELLED', id: question, as: wasCancelled, way: 'Change and ask again' },
        { name: 'RUNNING', id: question, as: goesOn, way: 'Cancel' },
      ];
      for (const { name, id, as, way } of ends) {
        await demo.withWindow(look, async (window) => {
          const { page } = window;
          await as?.(page);
          for (const view of ['', '/why', '/timeline', '/candidates']) {
            // what runs is never silent: its events stay open
            await page.goto(`${demo.url}/questions/${id}${view}`);
            await page.getByText(name, { exact: true }).first().waitFor();
            await page.locator('.waiting').first().waitFor({ state: 'detached' });
            if (view === '') await page.getByRole('button', { name: way, exact: true }).waitFor();
            if (view === '' && name !== 'RUNNING') {
              await page.getByRole('button', { name: way, exact: true }).click();
              await page.getByLabel('Evidence', { exact: true }).waitFor();
            }
            await window.picture(`${name.toLowerCase()}${view.replace('/', '-')}-${look.size}-${look.theme}`);
            const found = { violations: await window.violations(), tooWide: await window.isTooWide() };
            expect({ name, view, ...found }).toEqual({ name, view, violations: [], tooWide: false });
          }
          expect(window.faults).toEqual([]);
        });
      }
    },
    SLOW_MS,
  );

  it(
    `loads less than ${FIRST_LOAD_BYTES / 1000} kB at first`,
    async () => {
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
    },
    SLOW_MS,
  );
}
