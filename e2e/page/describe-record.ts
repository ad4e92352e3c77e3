import { beforeAll, expect, it } from '@jest/globals';
import type { EscalationRecord } from '@assay/contracts';
import type { Page } from 'playwright-core';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';
import { largeRecord } from './large-record.js';
import { staysRunning } from './other-ends.js';
import { recordWithDifference } from './record-with-difference.js';

/** Frames that are measured. */
const STEPS = 60;

export function describeRecord(site: () => DemoSite): void {
  let demo: DemoPage;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'compared', 'escalated', 'distinguished');
  });

  it('shows on a phone the data on which two answers part, and which rows only one of them returns', async () => {
    const { body } = await demo.api.get<EscalationRecord>(`/v1/questions/${demo.question('distinguished')}/record`);
    await demo.withWindow({ theme: 'dark', size: 'phone' }, async (window) => {
      const { page } = window;
      await page.route('**/v1/questions/*/record', (route) => route.fulfill({ json: recordWithDifference(body) }));
      await window.show(`/questions/${demo.question('distinguished')}/candidates`);
      const difference = page.getByRole('region', { name: 'Where answers differ', exact: true });
      await difference.getByText('SQL #1 (Behaviour 1) and SQL #2 (Behaviour 2)').waitFor();
      await difference.getByRole('group', { name: 'Table payment', exact: true }).waitFor();
      for (const name of ['SQL #1 returns', 'SQL #2 returns']) {
        expect(await difference.getByRole('group', { name, exact: true }).getByText('only here').count()).toBe(1);
      }
      await difference.evaluate('(section) => section.scrollIntoView()');
      await window.picture('witness-phone-dark');
      expect({ violations: await window.violations(), tooWide: await window.isTooWide() }).toEqual({
        violations: [],
        tooWide: false,
      });
    });
  });

  it('shows verdicts by keyboard: one tab stop for the grid, arrow keys, the reason next to it', async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      await window.show(`/questions/${demo.question('compared')}/verdicts`);
      const { page } = window;
      await page.locator('[role=gridcell][tabindex="0"]').focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('heading', { name: 'SQL #2, test 2', exact: true }).waitFor();
      expect(await page.locator('[role=gridcell][tabindex="0"]').count()).toBe(1);
      // focus follows in the next frame
      await page.locator('[data-row="1"][data-column="1"]:focus').waitFor();
    });
  });

  it('draws only what can be seen of 100 tests × 50 SQLs while it is scrolled, and answers a click', async () => {
    const { body } = await demo.api.get<EscalationRecord>(`/v1/questions/${demo.question('compared')}/record`);
    await demo.withWindow(DESKTOP, async (window) => {
      await window.page.route('**/v1/questions/*/record', (route) =>
        route.fulfill({ json: largeRecord(body, 50, 100) }),
      );
      await window.show(`/questions/${demo.question('compared')}/verdicts`);
      const { page } = window;
      expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('101');
      expect(await page.getByRole('row').count()).toBeLessThan(40);
      const { frames, work, click, mostRows } = await measure(page);
      console.info(
        `100 tests × 50 SQLs: while scrolling ${work.toFixed(1)} ms of work a frame, ${frames.toFixed(0)} ms between ` +
          `frames (median, with whatever else the machine does); a click is answered within ${click.toFixed(0)} ms`,
      );
      // only visible rows are drawn
      expect(mostRows).toBeLessThan(40);
      await page.locator('.matrix').evaluate('(frame) => { frame.scrollTop = 1e6; }');
      await page.locator('[data-row="99"][data-column="0"]').click();
      await page.getByText('Reason of SQL 1 and test 100.').waitFor();
    });
  });

  it('updates running times, reports a lost connection, and continues when Assay is back', async () => {
    await demo.withWindow(DESKTOP, async ({ page }) => {
      await staysRunning(page);
      await page.goto(`${demo.url}/questions/${demo.question('escalated')}/timeline`);
      await page.getByText('1 min 00 s so far').waitFor();
      await page.getByText(/1 min 0[1-9] s so far/).waitFor();
      await page.route('**/v1/**', (route) => route.abort());
      const lost = page.getByRole('alert').filter({ hasText: 'Assay does not answer' });
      await lost.waitFor();
      expect(await lost.innerText()).toMatch(/npm start/);
      await page.unroute('**/v1/**');
      await lost.waitFor({ state: 'detached' });
      await page.unroute('**/v1/questions/*/record');
      await page.getByText('GOLD', { exact: true }).waitFor();
    });
  });
}

interface Measured {
  /** CPU ms per frame while scrolling. */
  work: number;
  /** Median ms between frames. */
  frames: number;
  /** Ms from click to reason. */
  click: number;
  /** Most rows in the document. */
  mostRows: number;
}

async function measure(page: Page): Promise<Measured> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  const before = await taskSeconds();
  const drawn = await page.evaluate<Omit<Measured, 'work' | 'click'>>(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const matrix = document.querySelector('.matrix');
    matrix.scrollTop = matrix.scrollLeft = 0;
    const times = [];
    let mostRows = 0;
    let before = await frame();
    for (let step = 0; step < ${STEPS}; step++) {
      matrix.scrollTop += 60;
      matrix.scrollLeft += 20;
      const now = await frame();
      mostRows = Math.max(mostRows, matrix.querySelectorAll('[role=row]').length);
      times.push(now - before);
      before = now;
    }
    const frames = times.sort((one, other) => one - other)[${STEPS / 2}];
    return { frames, mostRows };
  })()`);
  const work = ((await taskSeconds()) - before) * (1000 / STEPS);
  const click = await page.evaluate<number>(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const begun = performance.now();
    document.querySelectorAll('.matrix [role=gridcell]')[120].click();
    await frame();
    await frame();
    return performance.now() - begun;
  })()`);
  return { ...drawn, work, click };
}
