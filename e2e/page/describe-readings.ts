import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EscalationRecord } from '@assay/contracts';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';

export function describeReadings(site: () => DemoSite): void {
  let demo: DemoPage;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'open');
  });
  afterAll(() => demo?.close());

  it('asks what else was meant, takes the other answer with one click, and shows its rows; on a phone as well', async () => {
    const open = demo.question('open');
    for (const look of [DESKTOP, { theme: 'dark', size: 'phone' } as const]) {
      await demo.withWindow(look, async (window) => {
        const { page } = window;
        await window.show(`/questions/${open}`);
        const meant = page.getByRole('region', { name: 'You may also have meant …', exact: true });
        await meant.getByText('are they counted, too?').waitFor();
        const other = meant.locator('button[aria-pressed="false"]');
        const label = (await other.locator('span').first().textContent()) ?? '';
        await page.evaluate(`document.querySelector('.open-points').scrollIntoView()`);
        await window.picture(`open-points-${look.size}`);
        await other.click();
        await meant.locator('button[aria-pressed="true"]', { hasText: label }).waitFor();
        await window.settle();
        const { body } = await demo.api.get<EscalationRecord>(`/v1/questions/${open}/record`);
        const rows = body.readings.find(({ chosen }) => chosen)?.rowCount ?? 0;
        await page.getByText(`${rows} rows`, { exact: true }).first().waitFor();
        await page.getByText('a person chose its meaning').first().waitFor();
        expect({ violations: await window.violations(), tooWide: await window.isTooWide() }).toEqual({
          violations: [],
          tooWide: false,
        });
      });
    }
    const { body } = await demo.api.get<EscalationRecord>(`/v1/questions/${open}/record`);
    expect(body.settlements).toHaveLength(2);
  });
}
