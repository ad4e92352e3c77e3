import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '@assay/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startAssay, type AssayProcess } from '../harness/assay-process.js';
import { CHROMIUM, startChromium, Window, type Look } from './browser.js';

const SLOW_MS = 600_000;
const LOOK: Look = { theme: 'light', size: 'desktop' };

describeWith(CHROMIUM, 'files that are dropped on the page', () => {
  let assay: AssayProcess;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-e2e-dropped-'));
    await writeFile(join(folder, 'customer.csv'), 'id;name\n1;Ada\n2;Bruno\n');
    await writeFile(join(folder, 'broken.csv'), 'a,b\n1,2\n3,4,5,6\n7,8\n');
    [assay, browser] = await Promise.all([
      startAssay({ parameters: ['--no-question'] }).then((started) => started.ready()),
      startChromium(),
    ]);
  }, SLOW_MS);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
    await assay?.removeData();
    await rm(folder, { recursive: true, force: true });
  });

  /** Drops a file as a hand would: the browser's own event, with the file in it. While it is busy the page takes none. */
  async function dropOn(page: Page, name: string, content: string): Promise<void> {
    await page.locator('.files-drop input:enabled').waitFor();
    await page.evaluate(`(([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('.files-drop').dispatchEvent(drop);
    })(${JSON.stringify([name, content])})`);
  }

  it(
    'become a workspace with their tables, and take more',
    async () => {
      const window = await Window.open(browser, assay.url, LOOK);
      const { page } = window;
      await window.show('/workspaces/new');
      await page.getByLabel('Files', { exact: true }).check();
      await page
        .getByLabel('Files to ask about', { exact: true })
        .setInputFiles([join(folder, 'customer.csv'), join(folder, 'broken.csv')]);
      await dropOn(page, 'orders.csv', 'id,total\n1,9.5\n');
      await page.getByLabel('Name', { exact: true }).fill('shop of files');
      expect(await window.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Make tables of them', exact: true }).click();
      await page.getByRole('link', { name: 'Ask about them', exact: true }).waitFor({ timeout: SLOW_MS });
      await page.getByText('id BIGINT, name VARCHAR').waitFor();
      await page.getByText('id BIGINT, total DOUBLE').waitFor();
      await page.getByText('1 lines of the file broken.csv could not be read').waitFor();
      expect(await window.violations()).toEqual([]);

      await page.getByRole('link', { name: 'Its files', exact: true }).click();
      await page.getByRole('button', { name: 'Remove broken.csv', exact: true }).click();
      await page.getByRole('button', { name: 'Remove broken.csv', exact: true }).waitFor({ state: 'detached' });
      await dropOn(page, 'orders.csv', 'id,total,paid\n1,9.5,true\n');
      await page.getByText('paid BOOLEAN').waitFor({ timeout: SLOW_MS });
      await dropOn(page, 'notes.exe', 'MZ');
      await page.getByText('"notes.exe" is none of these').waitFor();
      expect(await window.violations()).toEqual([]);
      expect(await window.isTooWide()).toBe(false);
      expect(window.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
      await window.close();
    },
    SLOW_MS,
  );
});
