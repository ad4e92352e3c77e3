import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@assay/persistence';
import { CLIENT_ID, CLIENT_SECRET, freePort, TestProvider } from '@assay/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { AssayProcess } from '../harness/assay-process.js';
import { createWorld, type OwnWorld } from '../harness/own-world.js';
import { newContext, startChromium, Window } from './browser.js';
import { identify, signIn } from './sign-in.js';

const KEY = 'an-admin-key-for-tests';

describe('people on the page', () => {
  let provider: TestProvider;
  let world: OwnWorld;
  let assay: AssayProcess;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    provider = await TestProvider.start(url);
    provider.roles.set('auditor', ['auditor']);
    const env = {
      PORT: String(port),
      ASSAY_API_KEYS: KEY,
      ASSAY_OIDC_ISSUER: provider.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
      ASSAY_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      ASSAY_PUBLIC_URL: url,
    };
    [world, browser] = await Promise.all([createWorld({ env }), startChromium()]);
    ({ assay } = world);
    context = await newContext(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.end();
    await provider?.stop();
  });

  afterEach(async () => {
    for (const page of context.pages()) await page.close();
    await context.clearCookies();
  });
  const inBrowser = async (use: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> =>
    use(await context.newPage(), context);

  it('sign in, see their name and what they may do, and sign out everywhere', async () => {
    await inBrowser(async (page) => {
      await page.goto(`${assay.url}/history`);
      await signIn(page, 'ann');
      expect(new URL(page.url()).pathname).toBe('/history');
      await page.getByRole('link', { name: 'Ask', exact: true }).waitFor();
      expect(await page.getByText('Admin', { exact: true }).count()).toBe(0);
      await page.getByText('Name of ann', { exact: true }).click();
      await page.getByText('asker in all workspaces', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByRole('button', { name: /Yes, sign me out/i }).click();
      await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
      expect(new URL(page.url()).origin).toBe(assay.url);
    });
  });

  it('see nothing that their role does not permit', async () => {
    await inBrowser(async (page) => {
      await page.goto(`${assay.url}/workspaces`);
      await signIn(page, 'auditor');
      await page.getByRole('link', { name: 'History', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'Ask', exact: true }).count()).toBe(0);
    });
  });

  it('do not act for each other from two tabs', async () => {
    await inBrowser(async (first, context) => {
      await first.goto(assay.url);
      await signIn(first, 'ann');
      await context.clearCookies({ domain: new URL(provider.url).hostname, name: /session|interaction/ });
      const second = await context.newPage();
      await second.goto(`${assay.url}/auth/sign-in`);
      await identify(second, 'ben');
      await first.getByRole('link', { name: 'History', exact: true }).click();
      await first
        .getByText(/Another person has signed in in this browser/)
        .first()
        .waitFor();
    });
  });

  it('are told that their session has ended, lose nothing that they typed, and go on after another sign-in', async () => {
    await inBrowser(async (page, context) => {
      await page.goto(`${assay.url}/`);
      await signIn(page, 'ann');
      await page.getByLabel('Question', { exact: true }).fill('How many of them are there?');
      await page.getByText('Options', { exact: true }).click();
      const evidence = page.getByLabel('Evidence');
      await evidence.fill('test accounts do not count');
      const record = new Database({ url: world.databaseUrl });
      const past = { name: 'test_idle', text: `update assay.sessions set used_at = now() - interval '3 hours'` };
      await record.query(past);
      await record.close();
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByText('Your session has ended', { exact: true }).waitFor();
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: 'Sign in again', exact: true }).click(),
      ]);
      await tab.getByText('Name of ann', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByText('Your session has ended', { exact: true }).waitFor({ state: 'detached' });
      expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('How many of them are there?');
      expect(await evidence.inputValue()).toBe('test accounts do not count');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.waitForURL(/\/questions\//);
    });
  });

  it('see the board of queues as admins alone, after a sign-in', async () => {
    provider.roles.set('head', ['admin']);
    await inBrowser(async (page, context) => {
      await page.goto(`${assay.url}/queues`);
      await page.getByPlaceholder('Enter any login', { exact: true }).fill('head');
      await page.getByPlaceholder('and password', { exact: true }).fill('any');
      await page.getByRole('button', { name: 'Sign-in', exact: true }).click();
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByText('coordinator', { exact: true }).first().waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/queues\/of\/[\da-f-]{36}\/$/);
      await context.clearCookies();
      await page.goto(assay.url);
      await signIn(page, 'ann');
      expect((await page.goto(`${assay.url}/queues/`))?.status()).toBe(403);
    });
  });

  it('do not act for each other from the board of queues', async () => {
    for (const name of ['head', 'deputy']) provider.roles.set(name, ['admin']);
    await inBrowser(async (page, context) => {
      await page.goto(assay.url);
      await signIn(page, 'head');
      await page.goto(`${assay.url}/queues`);
      await page.getByText('coordinator', { exact: true }).first().waitFor();
      await context.clearCookies();
      const other = await context.newPage();
      await other.goto(assay.url);
      await signIn(other, 'deputy');
      await page.locator('button[aria-haspopup="menu"]').last().click();
      await page.getByRole('menuitem', { name: /Pause/ }).first().click();
      await page.getByRole('button', { name: /Confirm|Yes/ }).click();
      await page.getByText('Another person has signed in in this browser').waitFor();
      const board = page.url();
      await page.reload();
      expect(page.url()).not.toBe(board);
    });
  });

  it('find the page readable for all', async () => {
    const window = await Window.open(context, assay.url, { theme: 'light', size: 'desktop' });
    await window.page.goto(`${assay.url}/?signIn=failed`);
    await window.page.getByRole('alert').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.close();
  });
});
