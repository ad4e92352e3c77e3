import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AskedRequest, EscalationRecord, RowsPage } from '@assay/contracts';
import { bottomOf, DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';

/** Phone height, CSS pixels. */
const FOLD = 844;

export function describeAnswers(site: () => DemoSite): void {
  let demo: DemoPage;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'compared', 'failed', 'counted', 'charted');
  });
  afterAll(() => demo?.close());

  it('shows the answer first: one figure as a figure, rows above the fold of a phone, doubt in words, cost behind a fold', async () => {
    await demo.withWindow({ theme: 'light', size: 'phone' }, async (window) => {
      const { page } = window;
      await window.show(`/questions/${demo.question('counted')}`);
      const figure = page.locator('.single-value-figure');
      expect(await figure.innerText()).toBe('187');
      expect(await bottomOf(figure)).toBeLessThan(FOLD);
      await window.show(`/questions/${demo.question('compared')}`);
      expect(await bottomOf(page.locator('.result-table tbody tr').first())).toBeLessThan(FOLD);
      expect(await page.locator('.sureness').innerText()).toMatch(/^Probably right \(\d\d(\.\d)? %\)$/);
      expect(await page.locator('.mark-doubtful').count()).toBe(0);
      await window.show(`/questions/${demo.question('charted')}`);
      expect(await bottomOf(page.locator('.result-table tbody tr').first())).toBeLessThan(FOLD);
      expect(await page.locator('.sureness').innerText()).toMatch(/^Probably right \(\d\d(\.\d)? %\)$/);
      expect(await page.locator('.mark-guess').count()).toBe(0);
      expect(await page.getByText('Model calls', { exact: true }).isVisible()).toBe(false);
      await page.getByText('Details: models, cost, calls').click();
      await page.getByText('Model calls', { exact: true }).waitFor();
    });
  });

  it('keeps the first row above the fold of a phone within a thread, and where it was asked again', async () => {
    const path = `/v1/questions/${demo.question('charted')}/request`;
    const { body: asked } = await demo.api.get<AskedRequest>(path);
    const first = await demo.ask({ ...asked, follows: demo.question('compared') });
    const [before, again] = await Promise.all([
      demo.ask({ ...asked, follows: first, evidence: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }),
      demo.ask({ ...asked, follows: first }),
    ]);
    const [latest] = await Promise.all([
      demo.ask({ ...asked, follows: again }),
      demo.ask({ ...asked, follows: again }),
    ]);
    await demo.withWindow({ theme: 'dark', size: 'phone' }, async (window) => {
      const { page } = window;
      for (const size of ['phone', 'narrow'] as const) {
        await window.lookAt({ theme: 'dark', size });
        await window.show(`/questions/${again}?after=${before}`);
        await page.getByText('Changed since').waitFor();
        await page.getByRole('navigation', { name: 'Follow-ups of this question', exact: true }).waitFor();
        await window.picture(`thread-${size}-dark`);
        expect(await bottomOf(page.locator('.result-table tbody tr').first())).toBeLessThan(FOLD);
        expect({ violations: await window.violations(), tooWide: await window.isTooWide() }).toEqual({
          violations: [],
          tooWide: false,
        });
        await page.getByRole('button', { name: 'Earlier', exact: true }).click();
        await page.locator(`.thread a[href="/questions/${demo.question('compared')}"]`).waitFor();
        await page.getByRole('button', { name: 'All follow-ups', exact: true }).click();
        await page.locator(`.thread a[href="/questions/${latest}"]`).click();
        await page.waitForURL((url) => url.pathname === `/questions/${latest}`);
      }
    });
  });

  it('sorts rows that are all here, and lists a SQL of several levels once', async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      const { page } = window;
      await window.show(`/questions/${demo.question('compared')}`);
      const cells = page.locator('.result-table tbody tr td:nth-child(2)');
      const asOrdered = await cells.allInnerTexts();
      await page.locator('.result-sort').first().click();
      await page.locator('.result-table th[aria-sort="ascending"]').waitFor();
      expect(await cells.allInnerTexts()).toEqual(asOrdered.toSorted((one, other) => one.localeCompare(other)));
      await window.show(`/questions/${demo.question('failed')}`);
      const { body } = await demo.api.get<EscalationRecord>(`/v1/questions/${demo.question('failed')}/record`);
      const distinct = new Set(body.result?.sqlList.map(({ sql }) => sql));
      // the likeliest one has another panel
      expect(body.mostLikely).not.toBeNull();
      expect(await page.locator('details.panel').count()).toBe(distinct.size + 1);
    });
  });

  it('copies every row where only a page of them is here', async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      const { page } = window;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      // the rest is fetched by the copy
      await page.route(/\/rows\?/, async (route) => {
        const response = await route.fetch();
        const rows = (await response.json()) as RowsPage;
        await route.fulfill({ response, json: { ...rows, rows: rows.rows.slice(0, 1), truncated: true } });
      });
      await window.show(`/questions/${demo.question('compared')}`);
      // shown for two seconds only
      await page.evaluate(`void (window.saidCopied = new Promise((resolve) => {
          new MutationObserver(() => {
            if ([...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Copied')) resolve();
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }))`);
      await page.getByRole('button', { name: 'Copy all rows', exact: true }).click();
      await page.evaluate('window.saidCopied');
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      const { body } = await demo.api.get<RowsPage>(`/v1/questions/${demo.question('compared')}/rows`);
      expect(body.rows.length).toBeGreaterThan(1);
      expect(copied.split('\n')).toHaveLength(body.rows.length + 1);
      expect(copied.split('\n').at(-1)).toBe(
        body.rows
          .at(-1)
          ?.map((cell) => JSON.stringify(cell).replaceAll('"', ''))
          .join('\t'),
      );
    });
  });

  it('takes the right SQL of a question that failed', async () => {
    await demo.withWindow({ theme: 'dark', size: 'phone' }, async (window) => {
      const { page } = window;
      await window.show(`/questions/${demo.question('failed')}`);
      await page.getByRole('button', { name: 'I know the right SQL', exact: true }).click();
      await page.locator('textarea:focus').fill('SELECT 3 AS days');
      await window.picture('right-sql-phone-dark');
      expect(await window.violations()).toEqual([]);
      const form = page.getByRole('form', { name: 'Which SQL is right?', exact: true });
      await form.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.single-value-figure', { hasText: /^3$/ }).waitFor();
      await window.settle();
      await window.picture('right-sql-taken-phone-dark');
      expect(await window.violations()).toEqual([]);
    });
  });

  it('likes an answer, which is then among the gold SQLs', async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      await window.show(`/questions/${demo.question('compared')}`);
      await window.page.getByRole('button', { name: '♡ Like', exact: true }).click();
      await window.page.getByRole('button', { name: '✓ Liked: now a gold SQL', exact: true }).waitFor();
      await window.show(`/workspaces/${demo.workspace.id}/gold`);
      await window.page.getByRole('heading', { name: /five best customers/ }).waitFor();
    });
  });
}
