import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DemoPage, DESKTOP, STORIES, storyText } from './demo-page.js';
import type { DemoSite } from './demo-site.js';

export function describeStories(site: () => DemoSite): void {
  let demo: DemoPage;
  beforeAll(async () => {
    demo = await DemoPage.open(site());
  });
  afterAll(() => demo?.close());

  it('evaluates a story from its form: ranking, scores with reasons, coverage and the script', async () => {
    await demo.withWindow(DESKTOP, async ({ page, faults }) => {
      await page.goto(`${demo.url}/stories`);
      await page.getByLabel('Name of the story', { exact: true }).fill('A lamp');
      for (const [index, label] of STORIES.entries()) {
        await page.getByLabel(`Version ${index + 1}`, { exact: true }).fill(await storyText(label));
      }
      await page.getByLabel(/script for speech/).check();
      await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
      await page.getByText('The best is version 2.').waitFor();
      const second = page.getByRole('region', { name: 'version 2', exact: true });
      await second.getByText('narrative coherence').first().waitFor();
      await second.getByText('Part 1: 100 %').waitFor();
      await page.getByText('Script for speech of version 2').click();
      await page.locator('.story-script li').first().waitFor();
      await page.getByRole('link', { name: 'Stories', exact: true }).first().click();
      const earlier = page.getByRole('region', { name: 'Earlier evaluations', exact: true });
      await earlier.getByText('The best is version 2.').waitFor();
      await earlier.getByRole('link', { name: 'A lamp', exact: true }).click();
      await second.waitFor();
      expect(faults).toEqual([]);
    });
  });
}
