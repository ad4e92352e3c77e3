import { beforeAll, expect, it } from '@jest/globals';
import type { ChartSpec } from '@assay/contracts';
import { readFile } from 'node:fs/promises';
import type { Look } from './browser.js';
import { DemoPage, DESKTOP } from './demo-page.js';
import type { DemoSite } from './demo-site.js';

/** Two shops, three months. */
const SERIES: ChartSpec = {
  mark: 'line',
  data: {
    values: ['Lima', 'Cusco'].flatMap((shop, index) =>
      [1, 2, 3].map((month) => ({ c0: `2026-0${month}-01`, c1: month * (index + 1), c2: shop })),
    ),
  },
  encoding: {
    x: { field: 'c0', type: 'temporal', title: 'month', scale: { type: 'utc' } },
    y: { field: 'c1', type: 'quantitative', title: 'sold' },
    color: { field: 'c2', type: 'nominal', title: 'shop' },
  },
};

const LONG = ['Verlagshaus am Alten Marktplatz 1', 'Edizioni di Storia e Letteratura', 'WWW & MMM Wholesale GmbH'];
/** Long names, large numbers and times. */
const LABELLED: Record<string, ChartSpec> = {
  names: {
    mark: 'bar',
    data: { values: LONG.map((name, index) => ({ c0: name, c1: 123_456_789 * (index + 1) })) },
    encoding: {
      x: { field: 'c1', type: 'quantitative', title: 'revenue of all orders in euros' },
      y: { field: 'c0', type: 'nominal', title: 'publisher' },
    },
  },
  groups: {
    mark: 'bar',
    data: {
      values: LONG.flatMap((name) => LONG.map((shop, index) => ({ c0: name, c1: 1_234_567 * (index + 1), c2: shop }))),
    },
    encoding: {
      x: { field: 'c1', type: 'quantitative', title: 'sold' },
      y: { field: 'c0', type: 'nominal', title: 'publisher' },
      color: { field: 'c2', type: 'nominal', title: 'shop' },
    },
  },
  times: {
    mark: 'line',
    data: {
      values: Array.from({ length: 40 }, (_, hour) => ({
        c0: new Date(Date.UTC(2026, 11, 30, hour)).toISOString(),
        c1: 9_876_543.21 * (hour % 7),
      })),
    },
    encoding: {
      x: { field: 'c0', type: 'temporal', title: 'hour of the order', scale: { type: 'utc' } },
      y: { field: 'c1', type: 'quantitative', title: 'revenue of all orders in euros' },
    },
  },
  series: SERIES,
};

export function describeCharts(site: () => DemoSite): void {
  let demo: DemoPage;
  beforeAll(async () => {
    demo = await DemoPage.open(site(), 'charted');
  });

  it.each<Look>([DESKTOP, { theme: 'dark', size: 'phone' }])(
    'draws a chart on $size in $theme: with a text alternative, changeable, as SVG and PNG',
    async (look) => {
      await demo.withWindow(look, async (window) => {
        const { page } = window;
        await window.show(`/questions/${demo.question('charted')}`);
        const chart = page.getByRole('img', {
          name: /^Chart of .* by .*: \d+ values, the same as in the table of rows$/,
        });
        await chart.locator('rect').first().waitFor();
        await chart.scrollIntoViewIfNeeded();
        await window.picture(`charted-${look.size}-${look.theme}`);
        expect(await window.violations()).toEqual([]);
        expect(await window.isTooWide()).toBe(false);
        for (const ending of ['SVG', 'PNG']) {
          const saved = page.waitForEvent('download');
          await page.getByRole('button', { name: `Save as ${ending}`, exact: true }).click();
          expect((await saved).suggestedFilename()).toMatch(
            new RegExp(`^[A-Z][A-Za-z0-9-]+[.]${ending.toLowerCase()}$`),
          );
        }
        await page.getByRole('button', { name: 'Points', exact: true }).click();
        await chart.locator('circle').first().waitFor();
        expect(window.faults).toEqual([]);
      });
    },
  );

  it.each(Object.keys(LABELLED))('cuts no label of a chart of %s, of any kind and at any width', async (name) => {
    await demo.withWindow(DESKTOP, async (window) => {
      const { page } = window;
      await page.route(/\/chart$/, (route) => route.fulfill({ json: LABELLED[name] }));
      await window.show(`/questions/${demo.question('charted')}`);
      const kinds = page.getByRole('group', { name: 'Kind of chart', exact: true }).getByRole('button');
      await page.locator('.chart svg').first().waitFor();
      for (const kind of await kinds.all()) {
        await kind.click();
        for (const size of ['wide', 'tablet', 'phone'] as const) {
          await window.lookAt({ theme: 'light', size });
          await window.settle();
          await page.locator('.chart').scrollIntoViewIfNeeded();
          await window.picture(`chart-${name}-${await kind.innerText()}-${size}`);
          expect({ size, kind: await kind.innerText(), cut: await window.cutLabels() }).toMatchObject({ cut: [] });
        }
      }
    });
  });

  it('saves a chart of several series with the names of its series, as it stands on the page', async () => {
    await demo.withWindow(DESKTOP, async (window) => {
      const { page } = window;
      await page.route(/\/chart$/, (route) => route.fulfill({ json: SERIES }));
      await window.show(`/questions/${demo.question('charted')}`);
      const chart = page.getByRole('img', { name: /for each shop/ });
      await chart.locator('svg').first().waitFor();
      await chart.scrollIntoViewIfNeeded();
      await window.picture('series-desktop-light');
      const shown = await chart.boundingBox();
      const files = new Map<string, Buffer>();
      for (const ending of ['SVG', 'PNG']) {
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: `Save as ${ending}`, exact: true }).click();
        files.set(ending, await readFile(await (await saved).path()));
      }
      await window.keep('series.png', files.get('PNG') ?? Buffer.alloc(0));
      const corner = await page.evaluate<number[]>(`(async () => {
          const png = Uint8Array.from(atob('${files.get('PNG')?.toString('base64')}'), (character) => character.charCodeAt(0));
          const canvas = new OffscreenCanvas(1, 1).getContext('2d');
          canvas.drawImage(await createImageBitmap(new Blob([png])), 0, 0);
          return [...canvas.getImageData(0, 0, 1, 1).data];
        })()`);
      // opaque page background
      expect(corner).toEqual([250, 249, 246, 255]);
      await page.setContent(String(files.get('SVG')));
      for (const name of ['Lima', 'Cusco']) {
        const text = await page.locator('svg > text', { hasText: name }).boundingBox();
        // above the lines
        expect(text?.y).toBeLessThan((shown?.height ?? 0) / 4);
        expect(text?.width).toBeGreaterThan(10);
      }
      expect((await page.locator('svg svg [aria-label="line"]').boundingBox())?.width).toBeGreaterThan(100);
    });
  });
}
