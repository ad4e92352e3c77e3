import type { Reliability } from '../calibration/reliability.js';
import { escapeHtml } from './html-text.js';

/** A value on 0–100 with its confidence interval. */
export interface Bar {
  name: string;
  value: number;
  low?: number;
  high?: number;
  note: string;
}

const ROW = 26;
const LABEL = 280;
const TRACK = 420;
const NOTE = 170;

export function barPlot(title: string, bars: readonly Bar[]): string {
  const height = bars.length * ROW + 24;
  const scale = (value: number): number => LABEL + (value / 100) * TRACK;
  const ticks = [0, 25, 50, 75, 100].map(
    (tick) =>
      `<line class="grid" x1="${scale(tick)}" x2="${scale(tick)}" y1="0" y2="${height - 20}"/>` +
      `<text class="tick" x="${scale(tick)}" y="${height - 6}" text-anchor="middle">${tick}</text>`,
  );
  const rows = bars.map(({ name, value, low, high, note }, index) => {
    const top = index * ROW + 4;
    const whisker =
      low === undefined || high === undefined
        ? ''
        : `<line class="whisker" x1="${scale(low)}" x2="${scale(high)}" y1="${top + 9}" y2="${top + 9}"/>`;
    return (
      `<text x="${LABEL - 8}" y="${top + 14}" text-anchor="end">${escapeHtml(name)}</text>` +
      `<rect class="bar" x="${LABEL}" y="${top}" width="${(value / 100) * TRACK}" height="18" rx="2"/>${whisker}` +
      `<text class="note" x="${LABEL + TRACK + 8}" y="${top + 14}">${escapeHtml(note)}</text>`
    );
  });
  return svg(title, LABEL + TRACK + NOTE, height, [...ticks, ...rows]);
}

const SIDE = 320;
const MARGIN = 44;

export function reliabilityPlot(title: string, { bins }: Reliability): string {
  const across = (value: number): number => MARGIN + value * SIDE;
  const up = (value: number): number => 12 + (1 - value) * SIDE;
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (tick) =>
      `<line class="grid" x1="${across(tick)}" x2="${across(tick)}" y1="${up(0)}" y2="${up(1)}"/>` +
      `<line class="grid" x1="${across(0)}" x2="${across(1)}" y1="${up(tick)}" y2="${up(tick)}"/>` +
      `<text class="tick" x="${across(tick)}" y="${up(0) + 16}" text-anchor="middle">${tick}</text>` +
      `<text class="tick" x="${across(0) - 6}" y="${up(tick) + 4}" text-anchor="end">${tick}</text>`,
  );
  const points = bins.map(({ meanConfidence, accuracy, count }) => {
    const radius = 4 + 10 * Math.sqrt(count / most);
    const caption = `${count} answers: confidence ${meanConfidence.toFixed(3)}, right ${accuracy.toFixed(3)}`;
    return (
      `<line class="gap" x1="${across(meanConfidence)}" x2="${across(meanConfidence)}" y1="${up(meanConfidence)}" y2="${up(accuracy)}"/>` +
      `<circle class="point" cx="${across(meanConfidence)}" cy="${up(accuracy)}" r="${radius.toFixed(1)}"><title>${caption}</title></circle>`
    );
  });
  const diagonal = `<line class="diagonal" x1="${across(0)}" y1="${up(0)}" x2="${across(1)}" y2="${up(1)}"/>`;
  const names =
    `<text x="${across(0.5)}" y="${up(0) + 34}" text-anchor="middle">confidence</text>` +
    `<text x="12" y="${up(0.5)}" text-anchor="middle" transform="rotate(-90 12 ${up(0.5)})">share right</text>`;
  return svg(title, SIDE + MARGIN + 16, SIDE + 56, [...ticks, diagonal, ...points, names]);
}

function svg(title: string, width: number, height: number, parts: readonly string[]): string {
  return (
    `<figure><figcaption>${escapeHtml(title)}</figcaption><div class="scroll">` +
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(title)}">` +
    `${parts.join('')}</svg></div></figure>`
  );
}
