import { beforeAll, expect, it } from '@jest/globals';
import type { Look } from './browser.js';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';

/** Of a picture in the documents. */
const MOST_BYTES = 100_000;
const PHONE: Look = { theme: 'dark', size: 'phone' };

/** `ASSAY_SCREENSHOTS=docs/images npm test -- e2e/page -t pictures` takes them again. */
const PICTURES: Record<string, { look: Look; path: (demo: DemoPage) => string }> = {
  ask: { look: DESKTOP, path: () => '/' },
  answer: { look: DESKTOP, path: (demo) => `/questions/${demo.question('open')}` },
  failed: { look: DESKTOP, path: (demo) => `/questions/${demo.question('failed')}` },
  verdicts: { look: DESKTOP, path: (demo) => `/questions/${demo.question('escalated')}/verdicts?level=BASIC` },
  timeline: { look: DESKTOP, path: (demo) => `/questions/${demo.question('escalated')}/timeline` },
  schema: { look: DESKTOP, path: (demo) => `/workspaces/${demo.workspace.id}/schema?table=book` },
  'answer-phone': { look: PHONE, path: (demo) => `/questions/${demo.question('compared')}` },
};

export function describePictures(site: () => DemoSite): void {
  let demo: DemoPage;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'open', 'failed', 'escalated', 'compared');
  });

  it.each(Object.keys(PICTURES))(`show %s in less than ${MOST_BYTES / 1000} kB`, async (name) => {
    const picture = PICTURES[name];
    if (picture === undefined) throw new Error(`no picture ${name}`);
    await demo.withWindow(picture.look, async (window) => {
      await window.show(picture.path(demo));
      const { length } = await window.webp(name);
      expect(length).toBeGreaterThan(5000);
      expect(length).toBeLessThan(MOST_BYTES);
    });
  });
}
