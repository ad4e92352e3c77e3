import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Id } from '@assay/contracts';
import { describeWith } from '@assay/testing';
import { CHROMIUM, type Look } from './browser.js';
import { DemoPage, DESKTOP, SLOW_MS } from './demo-page.js';

const FIRST_LOAD_BYTES = 250_000;

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
    gold: `${home}/gold`,
    evaluation: `${home}/evaluation`,
    settings: `${home}/settings`,
    connection: `${home}/connection`,
    stories: '/stories',
    story: `/stories/${story}`,
    nowhere: '/questions/none',
  };
}

describeWith(CHROMIUM, 'every view of the page', () => {
  let demo: DemoPage;
  let story: Id;
  beforeAll(async () => {
    demo = await DemoPage.start('compared', 'escalated', 'failed', 'parted', 'charted');
    story = await demo.evaluateStory();
  }, SLOW_MS);
  afterAll(() => demo?.stop());

  it.each<Look>([DESKTOP, { theme: 'dark', size: 'phone' }])(
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
});
