/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { sampleRun } from '@assay/client/testing';
import type { ChartSpec } from '@assay/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderView } from '../../testing/render-view.js';
import { ResultChart } from './result-chart.js';

const SALES: ChartSpec = {
  mark: 'line',
  data: {
    values: [
      { c0: '2024-01', c1: 10, c2: 'shop' },
      { c0: '2024-02', c1: 20, c2: 'shop' },
      { c0: '2024-01', c1: 5, c2: 'web' },
      { c0: '2024-02', c1: 7, c2: 'web' },
    ],
  },
  encoding: {
    x: { field: 'c0', type: 'temporal', title: 'month', scale: { type: 'utc' } },
    y: { field: 'c1', type: 'quantitative', title: 'revenue' },
    color: { field: 'c2', type: 'nominal', title: 'channel' },
  },
};

// the library warns about faulty charts
const warned = jest.spyOn(console, 'warn');
beforeEach(() => void warned.mockClear());
afterEach(() => {
  cleanup();
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockRestore();
  expect(warned).not.toHaveBeenCalled();
});

function show(spec: ChartSpec | string): void {
  renderView(<ResultChart record={sampleRun()} />, { questions: { chartOrReason: async () => spec } });
}

it('distinguishes lines by the shape of dots, and has a text alternative', async () => {
  show(SALES);
  const name = 'Chart of revenue by month, for each channel: 4 values, the same as in the table of rows';
  const chart = await screen.findByRole('img', { name });
  await waitFor(() => expect(chart.querySelectorAll('[aria-label="line"] path')).toHaveLength(2));
  const dots = [...chart.querySelectorAll('[aria-label="dot"] path')].map((dot) => dot.getAttribute('d'));
  expect([dots.length, new Set(dots).size]).toEqual([4, 2]);
});

it('offers no kind that distinguishes series by colour alone', async () => {
  show(SALES);
  await screen.findByRole('img');
  expect(screen.queryByRole('button', { name: 'Bars' })).toBeNull();
});

it('says that its values are on several pages of the table', async () => {
  const values = Array.from({ length: 101 }, (_, index) => ({ c0: index, c1: index }));
  const { x, y } = SALES.encoding;
  show({ mark: 'point', data: { values }, encoding: { x: { ...x, type: 'quantitative', scale: undefined }, y } });
  await screen.findByRole('img', {
    name: 'Chart of revenue by month: 101 values, the same as in all pages of the table of rows',
  });
});

it('is saved with its legend, in one picture', async () => {
  const kept = jest.fn((_file: Blob) => 'blob:chart');
  Object.assign(URL, { createObjectURL: kept, revokeObjectURL: () => undefined });
  show(SALES);
  const chart = await screen.findByRole('img');
  await waitFor(() => expect(chart.querySelectorAll('[aria-label="line"] path')).toHaveLength(2));
  expect(chart.querySelectorAll('svg').length).toBeGreaterThan(1);
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  fireEvent.click(screen.getByRole('button', { name: 'Save as SVG' }));
  click.mockRestore();
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(kept.mock.calls[0]?.[0] as Blob);
  });
  expect(text).toContain('aria-label="line"');
  const saved = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const names = [...saved.children].filter(({ tagName }) => tagName === 'text').map(({ textContent }) => textContent);
  expect([saved.tagName, names]).toEqual(['svg', ['shop', 'web']]);
});

it('is drawn as another kind on demand', async () => {
  const { x, y } = SALES.encoding;
  show({ ...SALES, encoding: { x, y } });
  const chart = await screen.findByRole('img');
  fireEvent.click(screen.getByRole('button', { name: 'Bars' }));
  await waitFor(() => expect(chart.querySelectorAll('[aria-label="bar"] rect')).toHaveLength(4));
  expect(chart.querySelector('[aria-label="line"]')).toBeNull();
});

it('draws an area of one line, unless a value is negative', async () => {
  const { x, y } = SALES.encoding;
  const values = SALES.data.values.slice(0, 2);
  show({ ...SALES, data: { values }, encoding: { x, y } });
  const chart = await screen.findByRole('img');
  fireEvent.click(screen.getByRole('button', { name: 'Area' }));
  await waitFor(() => expect(chart.querySelectorAll('[aria-label="area"] path')).toHaveLength(1));
  cleanup();
  show({ ...SALES, data: { values: [...values, { c0: '2024-03', c1: -1 }] }, encoding: { x, y } });
  await screen.findByRole('img');
  expect(screen.queryByRole('button', { name: 'Area' })).toBeNull();
});

it('stacks groups with the name of each part that is wide enough, unless a value is negative', async () => {
  const wide = jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  const y = { field: 'c0', type: 'nominal', title: 'country', sort: null } as const;
  const encoding = { x: SALES.encoding.y, y, color: { ...y, field: 'c2', title: 'status' } };
  const values = [
    { c0: 'DE', c1: 100, c2: 'open' },
    { c0: 'DE', c1: 300, c2: 'paid' },
    { c0: 'FR', c1: 1, c2: 'lost' },
  ];
  show({ mark: 'bar', data: { values }, encoding });
  const chart = await screen.findByRole('img');
  fireEvent.click(screen.getByRole('button', { name: 'Stacked' }));
  await waitFor(() => expect(chart.querySelectorAll('[aria-label="bar"] rect')).toHaveLength(3));
  const names = [...chart.querySelectorAll('[aria-label="text"] text')].map(({ textContent }) => textContent);
  expect(names).toEqual(['open', 'paid']);
  cleanup();
  wide.mockRestore();
  show({ mark: 'bar', data: { values: [...values, { c0: 'FR', c1: -1, c2: 'paid' }] }, encoding });
  await screen.findByRole('img');
  expect(screen.queryByRole('button', { name: 'Stacked' })).toBeNull();
});

it('draws categories in the order of the rows', async () => {
  const [x, y] = [
    { field: 'c1', type: 'quantitative' as const, title: 'orders' },
    { field: 'c0', type: 'nominal' as const, title: 'country', sort: null },
  ];
  const values = ['Peru', 'Chile'].map((c0, index) => ({ c0, c1: index + 1 }));
  show({ mark: 'bar', data: { values }, encoding: { x, y } });
  const chart = await screen.findByRole('img');
  await waitFor(() => expect(chart.textContent).toMatch(/Peru.*Chile/));
});

it('shortens long labels in the middle, and keeps them whole in what is pointed at', async () => {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  const labels = ['for Geology', 'for Mining'].map(
    (end) => `State Office of the Free State of Saxony in Dresden ${end}`,
  );
  const { y: x } = SALES.encoding;
  const y = { field: 'c0', type: 'nominal' as const, title: 'office', sort: null };
  show({ mark: 'bar', data: { values: labels.map((c0, c1) => ({ c0, c1 })) }, encoding: { x, y } });
  const chart = await screen.findByRole('img');
  await waitFor(() => expect(chart.querySelectorAll('[aria-label="bar"] rect')).toHaveLength(2));
  const ticks = [...chart.querySelectorAll('[aria-label="y-axis tick label"] text')].map(
    ({ textContent }) => textContent,
  );
  expect(ticks).toEqual([
    expect.stringMatching(/^State Office.*….*for Geology$/),
    expect.stringMatching(/^State Office.*….*for Mining$/),
  ]);
  for (const tick of ticks) expect(tick?.length).toBeLessThan(29);
  expect([...chart.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual(labels);
});

it('draws two categories as groups, with the name of each bar beside it', async () => {
  const channel = { field: 'c0', type: 'nominal', title: 'country', sort: null } as const;
  const values = [
    { c0: 'DE', c1: 1, c2: 'open' },
    { c0: 'DE', c1: 3, c2: 'paid' },
    { c0: 'FR', c1: 2, c2: 'open' },
  ];
  const encoding = { x: SALES.encoding.y, y: channel, color: { ...channel, field: 'c2', title: 'status' } };
  show({ mark: 'bar', data: { values }, encoding });
  const chart = await screen.findByRole('img', { name: /for each status/ });
  await waitFor(() => expect(chart.querySelectorAll('[aria-label="bar"] rect')).toHaveLength(3));
  for (const label of ['DE', 'FR', 'open', 'paid']) expect(chart.textContent).toContain(label);
});

it('draws groups of long names between their labels on a phone', async () => {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(320);
  const y = { field: 'c0', type: 'nominal', title: 'office', sort: null } as const;
  const encoding = { x: SALES.encoding.y, y, color: { ...y, field: 'c2', title: 'status' } };
  const values = [20, 10].map((c1, index) => ({
    c0: `State Office of Saxony no. ${index}`,
    c1,
    c2: `still to be delivered by ${index}`,
  }));
  show({ mark: 'bar', data: { values }, encoding });
  const chart = await screen.findByRole('img');
  await waitFor(() => expect(chart.querySelectorAll('[aria-label="bar"] rect')).toHaveLength(2));
  const bars = [...chart.querySelectorAll('[aria-label="bar"] rect')].map((bar) => ({
    from: Number(bar.getAttribute('x')),
    width: Number(bar.getAttribute('width')),
  }));
  for (const { from, width } of bars) {
    expect(from).toBeGreaterThanOrEqual(100);
    expect(from + width).toBeLessThanOrEqual(220);
  }
  expect(bars[0]?.width).toBeCloseTo(2 * (bars[1]?.width ?? 0), 0);
  expect(bars[1]?.width).toBeGreaterThan(40);
  for (const label of ['State', 'no. 0', 'still', 'by 1']) expect(chart.textContent).toContain(label);
});

function drawnTimes(times: string[]): ChartSpec {
  const { x, y } = SALES.encoding;
  return { mark: 'line', data: { values: times.map((c0, c1) => ({ c0, c1 })) }, encoding: { x, y } };
}

it.each([
  ['2024-01-01T00:00:00+00:00', '2024-02-01T00:00:00+00:00'],
  ['2024-01-01T00:00:00.000000Z', '2024-02-01T00:00:00Z'],
  ['2024-01-01', '2024-02-01'],
  ['2024-01', '2024-02'],
])('places %s, with months as months, as a line and as bars', async (...times) => {
  const wide = jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
  show(drawnTimes(times));
  const chart = await screen.findByRole('img');
  for (const kind of ['Line', 'Bars']) {
    fireEvent.click(screen.getByRole('button', { name: kind }));
    await waitFor(() => expect(chart.querySelectorAll(kind === 'Line' ? 'path' : 'rect').length).toBeGreaterThan(0));
    expect(chart.textContent).toContain('Jan 2024');
    expect(chart.innerHTML).not.toMatch(/NaN|Infinity/);
  }
  wide.mockRestore();
});

it('says so instead of drawing what has no place', async () => {
  show(drawnTimes(['2024-01-01T00:00:00+00', '2024-02-01T00:00:00+00']));
  await screen.findByText(/^This result cannot be drawn: “.*” has a value without a place on an axis\.$/);
  expect(screen.queryByRole('button', { name: /^Save as/ })).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
});

it('says why there is none', async () => {
  show('revenue and share may have different units');
  await screen.findByText('No chart: revenue and share may have different units.');
});
