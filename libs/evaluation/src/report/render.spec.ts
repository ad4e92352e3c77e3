import { describe, expect, it } from '@jest/globals';
import { NO_USAGE, type Answer } from '../answers/answer.js';
import { buildReport } from './report.js';
import { renderHtml } from './render-html.js';
import { renderMarkdown } from './render-markdown.js';
import { formatCalibration, formatErrors } from './words.js';

const answer = (id: string, fields: Partial<Answer>): Answer => ({
  id,
  database: 'shop',
  question: 'How many <b>items</b> | are there?',
  sql: 'SELECT 1',
  match: { ex: true, anyColumnOrder: true, exact: true },
  confidence: 0.9,
  status: 'GOLD',
  level: 'BASIC',
  case: 'A',
  usage: { ...NO_USAGE, calls: 10, costUsd: 0.5 },
  seconds: 2,
  candidates: null,
  remarks: [],
  ...fields,
});
const wrong = { ex: false, anyColumnOrder: false, exact: false };
const subject = {
  dataset: 'tiny',
  judge: 'model',
  systems: null,
  finishedAt: '2026-01-01T00:00:00Z',
  command: 'assay eval tiny',
  heldOut: null,
  suite: null,
};
const report = buildReport(subject, [
  answer('1', {}),
  answer('2', { match: wrong, confidence: 0.95, level: 'EXPERT' }),
  answer('3', { match: wrong, sql: null, confidence: null, status: 'FAILED', case: 'D', remarks: ['no SQL'] }),
]);

describe('the report', () => {
  it('counts by database, level, case and outcome, and adds up what was spent', () => {
    expect(
      report.groups.map(({ by, rows }) => [by, rows.map(({ name, ex }) => `${name} ${ex.right}/${ex.total}`)]),
    ).toEqual([
      ['database', ['shop 1/3']],
      ['level', ['BASIC 1/2', 'EXPERT 0/1']],
      ['case', ['A 1/2', 'D 0/1']],
      ['status', ['FAILED 0/1', 'GOLD 1/2']],
    ]);
    expect(report.spending).toMatchObject({ calls: 30, costUsd: 1.5, secondsMedian: 2 });
  });

  it('lists what it is unsure of, and what is wrong for all its confidence', () => {
    expect(report.unsure.map(({ id }) => id)).toEqual(['3']);
    expect(report.wrong.map(({ id }) => id)).toEqual(['2']);
  });

  it('is one page that loads nothing and shows texts as texts', () => {
    const html = renderHtml(report);
    expect(html).not.toMatch(/<script|<link|src=|href=|url\(|https?:/);
    expect(html).toContain('How many &lt;b&gt;items&lt;/b&gt;');
    expect(html.match(/<svg/g)?.length).toBeGreaterThan(4);
  });

  it('says the same as Markdown, whose tables hold', () => {
    const markdown = renderMarkdown(report);
    expect(markdown).toContain('33.33 % (1 of 3)');
    expect(markdown).toContain('How many &lt;b&gt;items&lt;/b&gt; \\| are there?');
  });

  it('is Markdown that runs, loads and links nothing, whatever models and questions wrote', () => {
    const hostile =
      '<img src=x onerror=alert(1)> ![x](javascript:alert(1)) <script>a</script> https://evil.example @you `';
    const shown = renderMarkdown(
      buildReport({ ...subject, judge: hostile, dataset: hostile }, [
        answer(hostile, { question: hostile, match: wrong, sql: `select '\`\`' | ${hostile}`, database: hostile }),
        answer('2', { question: `two\n\n# lines ${hostile}`, match: wrong, sql: null, remarks: [hostile] }),
      ]),
    );
    const withoutCode = shown.replace(/(?<!\\)(`+) .*? \1(?!`)/g, 'code').replace(/^ {4}.*$/gm, '');
    expect(withoutCode).not.toMatch(/<\w|(?<!\\)!?\[|https:|@you|(?<!\\)`|^# lines/m);
    expect(shown).toContain("``` select '``' \\| <img");
  });

  it('says that questions ended in errors, which is not about quality, and that nothing is known of confidence', () => {
    const ended = { match: wrong, sql: null, confidence: null, status: 'ERROR', remarks: ['MODEL_DOWN: it is <away>'] };
    const broken = buildReport(subject, [answer('1', ended)]);
    const stated = '1 of 1 questions ended in an error and count as wrong. The first: MODEL_DOWN: it is <away>';
    expect(formatErrors(broken)).toBe(stated);
    expect(renderMarkdown(broken)).toContain(stated.replace('_', '\\_').replace('<away>', '&lt;away&gt;'));
    expect(renderHtml(broken)).toContain('MODEL_DOWN: it is &lt;away&gt;');
    expect(formatCalibration(broken.confidence)).toBe('no answer had a confidence');
    expect([renderMarkdown(broken), renderHtml(broken)].join()).not.toContain('calibration error');
    expect(formatErrors(report)).toBeNull();
  });
});
