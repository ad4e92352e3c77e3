/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { sampleId, sampleRun } from '@assay/client/testing';
import type { EscalationRecord } from '@assay/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import { listOf, renderView } from '../testing/render-view.js';
import { QuestionHead } from './question-head.js';

afterEach(cleanup);

const WORKSPACES = { workspaces: { all: listOf() } };

it('shows that the answer was marked as wrong, and links to the comment', () => {
  const correction = { id: sampleId(9), comment: 'best means orders', sql: null, goldSql: null };
  const corrections = [{ ...correction, createdAt: '2026-11-23T06:00:00.000Z' }];
  renderView(<QuestionHead record={sampleRun({ corrections, corrected: true })} />, WORKSPACES);
  const link = screen.getByRole('link', { name: 'Marked as wrong' });
  expect(link.getAttribute('href')).toBe('#corrections');
});

it('shows no mark otherwise', () => {
  const { sqlList } = sampleRun().result ?? { sqlList: [] };
  const own = { id: sampleId(9), comment: null, sql: sqlList[0]?.sql ?? '', goldSql: sampleId(10) };
  const corrections = [{ ...own, createdAt: '2026-11-23T06:00:00.000Z' }];
  renderView(<QuestionHead record={sampleRun({ corrections })} />, WORKSPACES);
  expect(screen.queryByRole('link', { name: /wrong/ })).toBeNull();
});

it('says of a corrected answer who corrected it, and nothing of the SQL before', () => {
  renderView(<QuestionHead record={sampleRun({ corrected: true, correctedSql: 'SELECT 2' })} />, WORKSPACES);
  screen.getByText('Corrected by a person');
  expect(screen.queryByText(/right|passes/)).toBeNull();
});

it('says that the gold SQL of the question fails, and leads to where it is removed', () => {
  const run = sampleRun();
  const message = 'An approved SQL of this question does not run: no such column';
  const warning = { type: 'warning-raised', code: 'GOLD_SQL_FAILS', message };
  const events = [...run.events, { ...run.events[0], ...warning }] as EscalationRecord['events'];
  renderView(<QuestionHead record={{ ...run, events }} />, WORKSPACES);
  const link = within(screen.getByText(message)).getByRole('link', { name: 'Gold SQLs of the workspace' });
  expect(link.getAttribute('href')).toBe(`/workspaces/${run.workspace}/gold`);
});

describe('how sure an answer is', () => {
  function looks(changes: Partial<EscalationRecord>): { mark: string; words: string | null } {
    renderView(<QuestionHead record={sampleRun(changes)} />, WORKSPACES);
    const mark = screen.getByText('GOLD');
    const looksLike = { mark: mark.className, words: mark.nextElementSibling?.textContent ?? null };
    cleanup();
    return looksLike;
  }

  it('is said in words that do not deny the outcome, and seen: GOLD at 51 % looks other than at 70 % and at 99 %', () => {
    const contested = { by: 'low-confidence' as const, message: 'Right with 51 % only.' };
    const seen = [looks({ confidence: 0.51, contested }), looks({ confidence: 0.7 }), looks({ confidence: 0.99 })];
    expect(seen.map(({ words }) => words)).toEqual([
      'Passes every test, and may still be wrong: check it (51 %)',
      'Not sure: check it (70 %)',
      'Very probably right (99 %)',
    ]);
    expect(new Set(seen.map(({ mark }) => mark)).size).toBe(3);
    expect(seen[2]?.mark).not.toContain('doubtful');
  });

  it('is doubtful of what a test speaks against, however likely', () => {
    const contested = { by: 'failed-tests' as const, message: 'It fails 1 of 9 tests.' };
    const { mark, words } = looks({ confidence: 0.99, contested });
    expect(mark).toContain('doubtful');
    expect(words).toBe('Contested by a test that it fails: check it (99 %)');
  });
});
