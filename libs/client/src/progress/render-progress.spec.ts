import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { QuestionEvent, RecordedEvent } from '@assay/contracts';
import { INTERNAL_WORDS, recordedEvents, sampleId, sampleRun } from '../testing/index.js';
import { displayWidth } from './display-text.js';
import { NO_PROGRESS } from './question-progress.js';
import { reduceProgress } from './reduce-progress.js';
import { renderProgress, type ProgressView } from './render-progress.js';
import { ansiPaint, plainPaint } from './styled-line.js';

const { events } = sampleRun();

function drawing(given: RecordedEvent[], view: Partial<ProgressView> = {}): string[] {
  const last = given.at(-1)?.at ?? '2026-03-01T10:00:00.000Z';
  const now = Date.parse(last) + 1_000;
  const full = { width: 100, height: 30, now, frame: 0, paint: plainPaint, ...view };
  return renderProgress(given.reduce(reduceProgress, NO_PROGRESS), full);
}

function until(type: RecordedEvent['type'], level?: string): RecordedEvent[] {
  const index = events.findIndex(
    (event) => event.type === type && (level === undefined || JSON.stringify(event).includes(level)),
  );
  return events.slice(0, index + 1);
}

describe('renderProgress', () => {
  it('waits before the first event', () => {
    expect(drawing([])).toEqual(['⠋ waiting']);
  });

  it('shows a running stage with its spinner, its tasks and the time it takes', () => {
    const [heading, generate] = drawing(until('candidate-generated'));
    expect(heading).toBe('Fast models');
    expect(generate).toMatch(/^ {2}⠋ Write SQL +1\/2 +1\.2 s/);
  });

  it('uses no internal terms, at any moment', () => {
    for (let length = 1; length <= events.length; length += 1)
      expect(drawing(events.slice(0, length)).join('\n')).not.toMatch(INTERNAL_WORDS);
  });

  it('turns the spinner', () => {
    const running = until('candidate-generated');
    expect(drawing(running, { frame: 3 })[1]).toContain('⠸');
  });

  it('shows verdicts as a matrix of counts, best candidate first, with the SQL', () => {
    const many: QuestionEvent[] = [
      { type: 'attempt-started', level: 'BASIC', reason: null },
      ...['SELECT 1', 'SELECT 2'].map((sql, index): QuestionEvent => ({
        type: 'candidate-generated',
        candidate: sampleId(index),
        sql,
        valid: true,
        duplicateOf: null,
        retries: 0,
      })),
      verdictOn(0, 'PASS', 5),
      verdictOn(0, 'UNDECIDED', 6),
      verdictOn(0, 'FAIL', 7),
      verdictOn(1, 'PASS', 5),
    ];
    const lines = drawing(recordedEvents(many)).filter((line) => line.includes('SELECT'));
    expect(lines[0]).toContain('■■■■■■■■■■   100 %  1 OK · 0 KO');
    expect(lines[0]).toContain('SELECT 2');
    expect(lines[1]).toContain('1 OK · 1 KO · 1 ??');
  });

  it('puts an attempt that led nowhere on one line, and says why the next one began', () => {
    const lines = drawing(until('attempt-started', 'ADVANCED'));
    expect(lines[0]).toBe('✗ Fast models  the only SQL does not come close');
    expect(lines[1]).toBe('Strong models  because no SQL passed');
  });

  it('shows warnings and what was spent', () => {
    const lines = drawing(events);
    expect(lines).toContain('! SLOW_MODEL The model answers slowly.');
    expect(lines.at(-1)).toBe('GOLD 6.6 s · 2 calls · 2,000 tokens · $0.0020');
  });

  it('gives a hint while it runs, where there is room, and not after the end', () => {
    const running = until('candidate-generated');
    const hint = 'Ctrl-C cancels';
    expect(drawing(running, { hint }).at(-1)).toContain(hint);
    expect(drawing(running, { hint, width: 20 }).join()).not.toContain('Ctrl');
    expect(drawing(events, { hint }).join()).not.toContain(hint);
  });

  it('keeps stages, counts and times on a narrow terminal', () => {
    const lines = drawing(until('case-decided'), { width: 40 });
    expect(lines.find((line) => line.includes('Write SQL'))).toMatch(/^✓ Write SQL +2\/2 +1\.2 s$/);
    expect(lines.join('\n')).not.toContain('SELECT');
  });

  it('paints without changing a character', () => {
    const painted = drawing(events, { paint: ansiPaint });
    expect(painted.join('\n')).toContain('\u001b[');
    expect(painted.map((line) => stripVTControlCharacters(line))).toEqual(drawing(events));
  });

  it('lets nothing from a model or database through to the terminal', () => {
    const hostile = recordedEvents([
      { type: 'warning-raised', code: 'A\u001b[2J', message: 'b\u001b]0;title\u0007' },
      { type: 'question-finished', status: 'ERROR', case: null, level: 'BASIC' },
    ]);
    expect(drawing(hostile).join('')).not.toContain('\u001b');
  });

  it('never draws wider or higher than it may, and always something', () => {
    fc.assert(
      fc.property(
        fc.nat(events.length),
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(50),
        (length, width, height, extra) => {
          const wide = Array.from({ length: extra }, (_, index) => candidateWithVerdict(index, length));
          const given = [...events.slice(0, length), ...wide.flat()];
          const lines = drawing(given, { width, height });
          expect(lines.length).toBeGreaterThan(0);
          expect(lines.length).toBeLessThanOrEqual(height);
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

function verdictOn(candidate: number, verdict: 'PASS' | 'FAIL' | 'UNDECIDED', test: number): QuestionEvent {
  return {
    type: 'verdict-given',
    candidate: sampleId(candidate),
    test: sampleId(test),
    verdict,
    reason: '',
    by: 'evaluator',
  };
}

function candidateWithVerdict(index: number, after: number): RecordedEvent[] {
  const at = '2026-03-01T10:01:00.000Z';
  const candidate = sampleId(1000 + index);
  const sql = `SELECT '表' FROM t${index}`;
  const sequence = after + 1 + index * 2;
  return [
    { type: 'candidate-generated', candidate, sql, valid: true, duplicateOf: null, retries: 0, sequence, at },
    { ...verdictOn(1000 + index, 'PASS', 5), sequence: sequence + 1, at },
  ];
}
