import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startScriptedModel, type ScriptedModel } from '@assay/testing';
import type { Page } from 'playwright-core';
import { createWorld, type OwnWorld } from '../harness/own-world.js';
import { Window } from './browser.js';
import { DESKTOP } from './demo-page.js';
import { countClicks } from './count-clicks.js';
import { asked, button, type } from './describe-tasks.js';
import type { DemoSite } from './demo-site.js';

const [ADMIN, COLLEAGUE] = ['an-admin-key-for-tests', 'a-key-of-another-person'];
/** The models are set on the page. */
const NO_MODEL = Object.fromEntries(
  ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'ASSAY_MODEL_BASIC', 'ASSAY_MODEL_ADVANCED', 'ASSAY_MODEL_EXPERT'].map(
    (name) => [name, ''],
  ),
);
const QUESTION = 'How many customers are there?';
const RIGHT_SQL = "SELECT count(*) AS customers FROM customer WHERE city = 'Torino'";
const BY_DAY = 'How much was ordered per day?';
const MOST = 'Which customer has the most orders?';

/** A new user with keys and a database, from no model to a shared chart. The tests follow each other. */
export function describeFirstHour(site: () => DemoSite): void {
  let world: OwnWorld;
  let model: ScriptedModel;
  let window: Window;
  beforeAll(async () => {
    const env = { ...NO_MODEL, ASSAY_MODEL_PRICES: '', ASSAY_API_KEYS: `${ADMIN},${COLLEAGUE}` };
    world = await createWorld({ env });
    // a trial belongs to no question
    model = await startScriptedModel((call) => (call.question === '' ? { sum: 5 } : world.cast.handler(call)));
    world.cast.play(BY_DAY, {
      sql: () => 'SELECT placed_on, sum(amount) AS amount FROM purchase GROUP BY placed_on ORDER BY placed_on',
    });
    world.cast.play(MOST, {
      sql: () =>
        'SELECT c.name FROM customer c JOIN purchase p ON p.customer_id = c.id GROUP BY c.id, c.name ORDER BY count(*) DESC, c.id LIMIT 1',
    });
    window = await Window.open(site().context, world.assay.url, DESKTOP);
  });
  afterAll(async () => {
    await window?.close();
    await world?.end();
    await model?.close();
  });

  it('asks for a key, says when it is wrong, keeps a right one for the tab, and forgets it', async () => {
    const { page } = window;
    await page.goto(world.assay.url);
    await page.getByRole('heading', { name: 'Enter your API key', exact: true }).waitFor();
    await window.picture('key-desktop-light');
    expect(await window.violations()).toEqual([]);
    await enter(page, 'wrong');
    await page.getByText('is not valid here').waitFor();
    await enter(page, ADMIN);
    await page.getByRole('heading', { name: /Ask a database/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /Ask a database/ }).waitFor();
    await button(page, 'Forget the key');
    await page.getByRole('heading', { name: 'Enter your API key', exact: true }).waitFor();
    await enter(page, ADMIN);
  });

  it('needs 4 clicks from no model to the first own answer', async () => {
    const { page } = window;
    await page.getByText('No model is configured.').waitFor();
    const begun = performance.now();
    await countClicks(page, 'no model to own answer', 4, async () => {
      await page.getByRole('link', { name: 'Set up a model', exact: true }).click();
      await page.getByLabel('Endpoint', { exact: true }).fill(model.url);
      await page.getByLabel('Key', { exact: true }).fill('sk-of-the-page');
      await page.getByLabel('Fast', { exact: true }).fill('own-model');
      await button(page, 'Try it');
      await page.getByText('works', { exact: true }).waitFor();
      await window.picture('models-tried-desktop-light');
      expect(await window.violations()).toEqual([]);
      await button(page, 'Save');
      await page.getByText('Saved.', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Ask a question', exact: true }).click();
      await page.getByLabel('Question', { exact: true }).fill(QUESTION);
      await page.keyboard.press('Control+Enter');
      await figure(page, '5');
    });
    // a new user has three minutes, most of them for typing
    expect(performance.now() - begun).toBeLessThan(180_000);
    expect(await page.getByText('No model is configured.').count()).toBe(0);
  });

  it('keeps the keyboard focus on a suggestion, and moves it to the field that is filled', async () => {
    const { page } = window;
    const fieldOf = async (text: string): Promise<void> => {
      await page.locator('textarea.ask-question:focus').waitFor();
      expect(await page.locator('textarea.ask-question:focus').inputValue()).toBe(text);
    };
    const answer = page.url();
    await window.show('/');
    const first = page.getByRole('region', { name: 'Where to begin', exact: true }).getByRole('link', { name: /\?$/ });
    const question = await first.first().innerText();
    await first.first().focus();
    await page.keyboard.press('Enter');
    await fieldOf(question);
    const focused = Promise.withResolvers<void>();
    await page.route('**/schema', async (route) => {
      await focused.promise;
      await route.continue();
    });
    const schema = page.waitForResponse(/\/schema$/);
    await page.goto(answer);
    const suggestion = page.getByRole('list', { name: 'Suggestions', exact: true }).getByRole('button').last();
    const suggested = await suggestion.innerText();
    await suggestion.focus();
    focused.resolve();
    await schema;
    await window.settle();
    expect(await page.locator('.suggestions button:focus').innerText()).toBe(suggested);
    await page.keyboard.press('Enter');
    await fieldOf(suggested);
    await page.goto(answer);
  });

  it('needs 2 clicks to correct; the same question is then answered without a model, and by one click with', async () => {
    const { page } = window;
    await countClicks(page, 'correct', 2, async () => {
      await button(page, 'This is wrong');
      await type(page, 'Only those of Turin.');
      await page.getByLabel('The right SQL', { exact: true }).fill(RIGHT_SQL);
      await button(page, 'Send');
      await figure(page, '2');
      await page.getByRole('heading', { name: 'SQL, corrected by a person', exact: true }).waitFor();
      await window.picture('corrected-desktop-light');
    });
    const { callCount } = model;
    await window.show('/');
    await countClicks(page, 'ask again: known answer', 0, async () => {
      await page.getByLabel('Question', { exact: true }).fill(QUESTION);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('button', { name: 'Ask the models instead', exact: true }).waitFor();
      await figure(page, '2');
    });
    expect(model.callCount).toBe(callCount);
    expect(await window.violations()).toEqual([]);
    const known = new URL(page.url()).pathname;
    await button(page, 'Ask the models instead');
    await asked(page, known);
    await figure(page, '5');
    expect(model.callCount).toBeGreaterThan(callCount);
  });

  it('asks on in a thread of four, shows by what is ranked, and reads from top to bottom', async () => {
    const { page } = window;
    await countClicks(page, 'thread of four', 1, async () => {
      const suggestions = page.getByRole('list', { name: 'Suggestions', exact: true });
      const suggested = suggestions.getByRole('button', { name: 'Which rows is this computed from?', exact: true });
      await suggested.click();
      await followUp(page, 'Which rows is this computed from?');
      await followUp(page, MOST);
      await page.getByText('by count: 2', { exact: true }).waitFor();
      await window.picture('ranked-desktop-light');
      await followUp(page, BY_DAY);
    });
    const earlier = page.getByRole('navigation', { name: 'Earlier questions of this thread', exact: true });
    await button(page, 'Earlier');
    await earlier.getByRole('link', { name: QUESTION, exact: true }).waitFor();
    const questions = [QUESTION, 'Which rows is this computed from?', MOST];
    expect(await earlier.getByRole('link').allInnerTexts()).toEqual(questions);
    await window.settle();
    await window.picture('thread-desktop-light');
    expect(await window.violations()).toEqual([]);
  });

  it('changes a chart, and another person opens its link', async () => {
    const { page } = window;
    const chart = page.getByRole('img', { name: /^Chart of/ });
    await chart.locator('[aria-label="line"]').waitFor();
    await countClicks(page, 'change the chart', 1, async () => {
      await button(page, 'Area');
      await chart.locator('[aria-label="area"]').waitFor();
    });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('More', { exact: true }).click();
    await button(page, 'Copy link');
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const rows = await page.locator('.result-table tbody').innerText();
    const other = await Window.open(site().context, world.assay.url, { theme: 'dark', size: 'phone' });
    await other.page.goto(link);
    await countClicks(other.page, "open another person's link", 1, async () => {
      await enter(other.page, COLLEAGUE);
      await other.page.getByRole('heading', { name: BY_DAY, exact: true }).waitFor();
    });
    expect(await other.page.locator('.result-table tbody').innerText()).toBe(rows);
    await other.picture('shared-phone-dark');
    expect({
      violations: await other.violations(),
      faults: other.faults.filter((fault) => !/401/.test(fault)),
    }).toEqual({ violations: [], faults: [] });
    await other.close();
  });

  const figure = (page: Page, value: string): Promise<void> =>
    page.locator('.single-value-figure', { hasText: new RegExp(`^${value}$`) }).waitFor();

  async function followUp(page: Page, question: string): Promise<void> {
    const { pathname } = new URL(page.url());
    await page.getByLabel('Next question', { exact: true }).fill(question);
    await page.keyboard.press('Control+Enter');
    await asked(page, pathname);
    await page.getByRole('heading', { name: question, exact: true }).waitFor();
    await page.getByLabel('Next question', { exact: true }).waitFor();
  }

  async function enter(page: Page, key: string): Promise<void> {
    await page.getByLabel('API key', { exact: true }).fill(key);
    await button(page, 'Continue');
  }
}
