import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';

export function describeFiles(site: () => DemoSite): void {
  let demo: DemoPage;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-e2e-dropped-'));
    await writeFile(join(folder, 'customer.csv'), 'id;name\n1;Ada\n2;Bruno\n');
    await writeFile(join(folder, 'broken.csv'), 'a,b\n1,2\n3,4,5,6\n7,8\n');
    demo = await DemoPage.open(site());
  });
  afterAll(async () => {
    await demo?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A drop event with the file. A busy page takes none. */
  async function dropOn(page: Page, name: string, content: string): Promise<void> {
    await page.locator('.files-drop input:enabled').waitFor();
    await page.evaluate(`(([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('.files-drop').dispatchEvent(drop);
    })(${JSON.stringify([name, content])})`);
  }

  it('become a workspace with their tables, and take more', async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      const { page } = window;
      await window.show('/workspaces/new');
      await page.getByLabel('Files', { exact: true }).check();
      await page
        .getByLabel('Files to ask about', { exact: true })
        .setInputFiles([join(folder, 'customer.csv'), join(folder, 'broken.csv')]);
      await dropOn(page, 'orders.csv', 'id,total\n1,9.5\n');
      await page.getByLabel('Name', { exact: true }).fill('shop of files');
      expect(await window.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Create the tables', exact: true }).click();
      await page.getByRole('link', { name: 'Ask about them', exact: true }).waitFor();
      await page.getByText('id (number), name (text)').waitFor();
      await page.getByText('id (number), total (number)').waitFor();
      await page.getByText('1 line of the file broken.csv could not be read').waitFor();
      expect(await window.violations()).toEqual([]);

      await page.getByRole('link', { name: 'Show the files', exact: true }).click();
      await page.getByRole('button', { name: 'Remove broken.csv', exact: true }).click();
      await page.getByRole('button', { name: 'Remove broken.csv', exact: true }).waitFor({ state: 'detached' });
      await dropOn(page, 'orders.csv', 'id,total,paid\n1,9.5,true\n');
      await page.getByText('paid (yes or no)').waitFor();
      await dropOn(page, 'notes.exe', 'MZ');
      await page.getByText('"notes.exe" is none of these').waitFor();
      expect(await window.violations()).toEqual([]);
      expect(await window.isTooWide()).toBe(false);
      expect(window.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    });
  });
}
