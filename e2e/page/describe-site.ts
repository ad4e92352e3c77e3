import { afterAll, beforeAll } from '@jest/globals';
import { describeWith } from '@assay/testing';
import { CHROMIUM } from './browser.js';
import { DemoSite } from './demo-site.js';

/** Skipped without Chromium. */
export function describeSite(body: (site: () => DemoSite) => void): void {
  describeWith(CHROMIUM, 'in Chromium', () => {
    let site: DemoSite;
    beforeAll(async () => {
      site = await DemoSite.start();
    });
    afterAll(() => site?.stop());
    body(() => site);
  });
}
