import { describe, expect, it } from '@jest/globals';
import { numberTicks, timeLabels, timeTicks } from './ticks.js';

describe('marks for numbers', () => {
  const labels = (numbers: number[], name = 'n', locale = 'en-US', most = 5): string[] =>
    numberTicks(numbers, { name, most, zero: true, locale }).labels;

  it.each<[string, number[], string, string, string[]]>([
    ['in thousands', [4000], 'n', 'en-US', ['0', '1,000', '2,000', '3,000', '4,000']],
    ['as the reader writes them', [4000], 'n', 'de-DE', ['0', '1.000', '2.000', '3.000', '4.000']],
    ['with as many digits as they need', [0.9], 'n', 'de-DE', ['0,0', '0,2', '0,4', '0,6', '0,8']],
    ['of whole numbers as whole numbers', [1, 2], 'n', 'en-US', ['0', '1', '2']],
    ['of years without thousands', [2023], 'birth_year', 'en-US', ['0', '500', '1000', '1500', '2000']],
    ['of millions in few characters', [2_000_000], 'n', 'en-US', ['0', '500K', '1M', '1.5M', '2M']],
    ['below zero', [-0.5, 0.5], 'n', 'en-US', ['-0.4', '-0.2', '0.0', '0.2', '0.4']],
  ])('are %s', (_what, numbers, name, locale, expected) => {
    expect(labels(numbers, name, locale)).toEqual(expected);
  });

  it('are never the same twice, however close the numbers are', () => {
    for (const numbers of [[0.000012], [5_000_000, 5_000_001], [1e-9, 3e-9], [12_345_678.5], [7]]) {
      const { labels: reported, values } = numberTicks(numbers, { name: 'n', most: 5, zero: false, locale: 'en-US' });
      expect(new Set(reported).size).toBe(values.length);
    }
  });
});

describe('marks for times', () => {
  const labels = (times: string[], width: number, locale = 'en-US'): string[] =>
    timeTicks(
      times.map((time) => new Date(time)),
      { width, locale },
    ).labels;

  it.each<[string, string[], number, string, string[]]>([
    ['years, as they are', ['2022', '2023', '2024'], 600, 'en-US', ['2022', '2023', '2024']],
    ['months, none between', ['2024-01', '2024-02', '2024-03'], 600, 'en-US', ['Jan 2024', 'Feb 2024', 'Mar 2024']],
    ['months, as the reader writes them', ['2024-02', '2024-03'], 600, 'de-DE', ['Feb. 2024', 'März 2024']],
    [
      'days, none between',
      ['2024-12-31', '2025-01-01', '2025-01-02'],
      600,
      'en-US',
      ['Dec 31\n2024', 'Jan 1\n2025', 'Jan 2'],
    ],
    [
      'days that are far from each other',
      ['2024-01-01', '2024-01-02', '2024-03-01'],
      240,
      'en-US',
      ['Jan 2024', 'Feb 2024', 'Mar 2024'],
    ],
  ])('are %s', (_what, times, width, locale, expected) => {
    expect(labels(times, width, locale)).toEqual(expected);
  });

  it('are fewer than the times where there is less room, at even steps, and none between months', () => {
    const months = Array.from({ length: 24 }, (_, month) => new Date(Date.UTC(2023, month)).toISOString());
    expect(labels(months, 480)).toEqual(['Jan 2023', 'Jul 2023', 'Jan 2024', 'Jul 2024']);
    for (const width of [0, 200, 480, 900]) {
      const reported = labels(months, width);
      expect(new Set(reported).size).toBe(reported.length);
      expect(reported.length).toBeGreaterThan(1);
      expect(reported.length * 64).toBeLessThanOrEqual(Math.max(width, 128));
    }
  });

  it('show the hour with its day, and seconds only if they differ', () => {
    const at = (times: string[]): string[] =>
      timeLabels(
        times.map((time) => new Date(time)),
        'en-GB',
      );
    expect(at(['2024-03-01T06:00Z', '2024-03-01T18:00Z', '2024-03-02T06:00Z'])).toEqual([
      '06:00\n1 Mar\n2024',
      '18:00\n1 Mar',
      '06:00\n2 Mar',
    ]);
    expect(at(['2024-03-01T06:00:10Z', '2024-03-01T06:00:20Z'])[1]).toBe('06:00:20\n1 Mar');
  });
});
