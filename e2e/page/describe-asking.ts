import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AskedRequest } from '@assay/contracts';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';

export function describeAsking(site: () => DemoSite): void {
  let demo: DemoPage;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'failed', 'charted');
  });
  afterAll(() => demo?.close());

  it('asks an example with one click, follows it, and shows the same once it is reloaded', async () => {
    await demo.withWindow(DESKTOP, async ({ page, faults }) => {
      await page.goto(demo.url);
      await page.getByRole('button', { name: /never placed an order/ }).click();
      await page.waitForURL(/\/questions\/[0-9a-f-]{36}$/);
      await page.getByText('GOLD', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Verdicts', exact: true }).click();
      await page.getByRole('grid').waitFor();
      await page.getByRole('link', { name: demo.workspace.name, exact: true }).waitFor();
      const followed = await page.locator('article').innerText();
      await page.reload();
      await page.getByRole('grid').waitFor();
      // the name has its own response
      await page.getByRole('link', { name: demo.workspace.name, exact: true }).waitFor();
      expect(await page.locator('article').innerText()).toBe(followed);
      expect(faults).toEqual([]);
    });
  });

  it('says what to do where nothing can answer a question', async () => {
    await demo.withWindow(DESKTOP, async ({ page }) => {
      await page.goto(demo.url);
      await page.getByLabel('Question', { exact: true }).fill('What is the meaning of it all?');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').innerText()).toMatch(/demo questions[^]*MODEL_NOT_CONFIGURED/);
    });
  });

  it('continues from FAILED by keyboard: the question comes back in a form, with a field for evidence', async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      const { page } = window;
      await window.show(`/questions/${demo.question('failed')}`);
      await page.getByRole('button', { name: 'Change the question', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.locator('textarea.ask-question:focus').waitFor();
      await window.picture('changed-desktop-light');
      expect(await window.violations()).toEqual([]);
      await page.keyboard.press('End');
      await page.keyboard.type(' Really?');
      await page.getByLabel('Evidence', { exact: true }).fill('a delivery arrives three days after it is sent');
      await page.keyboard.press('Control+Enter');
      await page.waitForURL((url) => url.pathname !== `/questions/${demo.question('failed')}` && url.pathname !== '/');
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const { body } = await demo.api.get<AskedRequest>(`/v1/questions/${id}/request`);
      // shown in every view
      await page.getByText('Evidence added: “a delivery arrives three days after it is sent”').waitFor();
      await page.getByText(/^The question, which was “How many days does a delivery take/).waitFor();
      await page.getByRole('link', { name: 'Timeline', exact: true }).click();
      await page.waitForURL(/\/timeline/);
      await page.getByRole('link', { name: 'the one before', exact: true }).waitFor();
      expect(body.question).toMatch(/Really\?$/);
      expect(body.evidence).toContain('a delivery arrives three days after it is sent');
    });
  });

  it('shows at the top of a second FAILED what was changed, on a phone too', async () => {
    const evidence = ['Parcels that came back do not count.'];
    const first = demo.question('failed');
    const { body } = await demo.api.get<AskedRequest>(`/v1/questions/${first}/request`);
    const again = await demo.ask({ ...body, evidence });
    for (const look of [DESKTOP, { theme: 'dark', size: 'phone' } as const]) {
      await demo.withWindow(look, async (window) => {
        const { page } = window;
        await window.show(`/questions/${again}`);
        await page.getByText('FAILED', { exact: true }).waitFor();
        await page.getByText(`Evidence added: “${evidence[0]}”`).waitFor();
        await window.picture(`failed-again-${look.size}-${look.theme}`);
        expect({ violations: await window.violations(), tooWide: await window.isTooWide() }).toEqual({
          violations: [],
          tooWide: false,
        });
        await page.getByRole('link', { name: 'the one before', exact: true }).click();
        await page.waitForURL((url) => url.pathname === `/questions/${first}`);
      });
    }
  });

  it('says what is wrong, saves under a name, finds it by that and follows up, all still there after a reload', async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      const { page } = window;
      await window.show(`/questions/${demo.question('charted')}`);
      await page.getByRole('button', { name: 'This is wrong', exact: true }).click();
      await page.getByLabel('In words', { exact: true }).fill('It leaves out what is being reprinted.');
      expect(await window.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('Marked as wrong').waitFor();
      await page.getByText('More', { exact: true }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Stock by shelf');
      await page.getByRole('button', { name: 'Save', exact: true }).last().click();
      await page.getByText('Saved as “Stock by shelf”').waitFor();
      await page.reload();
      await page.getByText('It leaves out what is being reprinted.').waitFor();
      await page.getByLabel('Next question', { exact: true }).fill('And how many of them are sold out?');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('navigation', { name: 'Earlier questions of this thread', exact: true }).waitFor();
      await window.show('/history?saved=true&search=shelf');
      await window.picture('saved-desktop-light');
      await page.getByRole('button', { name: 'Run Stock by shelf again', exact: true }).click();
      await page.waitForURL(/\/questions\/[0-9a-f-]{36}$/);
    });
  });

  it('gives up with advice where Assay does not answer', async () => {
    await demo.withWindow(DESKTOP, async ({ page }) => {
      await page.route('**/v1/**', (route) => route.abort());
      await page.goto(demo.url);
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').innerText()).toMatch(/npm start/);
    });
  });
}
