import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { WorkspaceView } from '@assay/contracts';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';

export function describeWorkspaces(site: () => DemoSite): void {
  let demo: DemoPage;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'compared', 'charted');
  });
  afterAll(() => demo?.close());

  it('says beside a setting what is wrong with it, and saves it once it is right', async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      await window.show(`/workspaces/${demo.workspace.id}/settings`);
      const { page } = window;
      await page.getByLabel('Functions of your own', { exact: true }).fill('two words');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const message = 'expected the name of a function, with or without its schema, or operator(…) or cast(… as …)';
      await page.getByText(message, { exact: true }).waitFor();
      await page.getByLabel('Functions of your own', { exact: true }).fill('shop.net_price\nvat');
      await page.getByLabel('Extensions', { exact: true }).fill('timescaledb');
      await page.getByLabel('Seed', { exact: true }).fill('7');
      await page.getByLabel('Webhook', { exact: true }).fill('https://hooks.example/assay');
      await page.getByLabel(/^Answers may be linked/).check();
      await page.getByLabel('Pages that may frame linked answers', { exact: true }).fill('https://app.example');
      await window.picture('links-desktop-light');
      expect(await window.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      // exactly: “It was not saved” may remain
      await page.getByText('Saved.', { exact: true }).waitFor();
      const { settings } = await demo.api.expect<WorkspaceView>(200, 'GET', `/v1/workspaces/${demo.workspace.id}`);
      expect(settings).toMatchObject({
        allowFunctions: ['shop.net_price', 'vat'],
        allowExtensions: ['timescaledb'],
        seed: 7,
        onFinish: { url: 'https://hooks.example/assay', values: false },
        links: { frames: ['https://app.example'] },
      });
      await demo.api.expect(200, 'PATCH', `/v1/workspaces/${demo.workspace.id}`, {
        settings: { onFinish: null, links: null },
      });
    });
  });

  it('asks the gold SQLs as the workspace’s own test, and says what each came to', async () => {
    await demo.api.expect(201, 'POST', `/v1/questions/${demo.question('charted')}/like`);
    await demo.withWindow({ theme: 'dark', size: 'phone' }, async (window) => {
      const { page } = window;
      await window.show(`/workspaces/${demo.workspace.id}/evaluation`);
      await page.getByLabel('Times each is asked', { exact: true }).fill('2');
      await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
      // the last event may bring the result
      const history = page.getByRole('region', { name: 'History', exact: true });
      await history.getByText(/%$/).first().waitFor();
      await page.getByRole('button', { name: 'Evaluate', exact: true }).waitFor();
      const answers = page.getByRole('region', { name: 'Answers', exact: true });
      await answers.locator('summary').first().click();
      await answers.getByRole('link', { name: 'Answer 2', exact: true }).waitFor();
      await window.settle();
      await window.picture('evaluation-done-phone-dark');
      expect({ violations: await window.violations(), tooWide: await window.isTooWide() }).toEqual({
        violations: [],
        tooWide: false,
      });
      expect(window.faults).toEqual([]);
    });
  });

  it('lists what people said is wrong for curators, and shows quotas with what is used of them', async () => {
    const question = demo.question('compared');
    await demo.api.expect(201, 'POST', `/v1/questions/${question}/correct`, { comment: 'By revenue, please.' });
    await demo.withWindow(DESKTOP, async (window) => {
      const { page } = window;
      await window.show(`/workspaces/${demo.workspace.id}/gold`);
      const comments = page.getByRole('region', { name: 'Marked as wrong, without a corrected SQL yet', exact: true });
      const entry = comments.getByRole('listitem').filter({ hasText: 'By revenue, please.' });
      await entry.waitFor();
      await window.picture('comments-desktop-light');
      expect(await window.violations()).toEqual([]);
      await entry.getByRole('link', { name: /five best customers/ }).click();
      await page.waitForURL(new RegExp(`/questions/${question}`));
      await window.show(`/workspaces/${demo.workspace.id}/settings`);
      // a used quota may reset at midnight
      await page.getByLabel('Questions a day', { exact: true }).fill('0');
      await page.getByLabel('Effort', { exact: true }).selectOption('exhaustive');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(/^Today: \d+ of 0 questions/).waitFor();
      await window.picture('quota-desktop-light');
      expect(await window.violations()).toEqual([]);
      await page.goto(demo.url);
      await page.getByRole('button', { name: /never placed an order/ }).click();
      const refused = page.getByRole('alert');
      await refused.getByText(/has reached the quota of the day/).waitFor();
      expect(await refused.innerText()).toContain('QUOTA_EXCEEDED');
      await demo.api.expect(200, 'PATCH', `/v1/workspaces/${demo.workspace.id}`, {
        settings: { quota: { questionsPerDay: null } },
      });
    });
  });
}
