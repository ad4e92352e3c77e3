/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { sampleId, sampleRun } from '@assay/client/testing';
import { cleanup, screen } from '@testing-library/react';
import { listOf, renderView } from '../testing/render-view.js';
import { QuestionHead } from './question-head.js';

afterEach(cleanup);

const WORKSPACES = { workspaces: { all: listOf() } };

it('says beside the outcome that somebody called it wrong, and leads to what was said', () => {
  const correction = { id: sampleId(9), comment: 'best means orders', sql: null, goldSql: null };
  const corrections = [{ ...correction, createdAt: '2026-11-23T06:00:00.000Z' }];
  renderView(<QuestionHead record={sampleRun({ corrections })} />, WORKSPACES);
  const link = screen.getByRole('link', { name: 'Somebody said that this is wrong' });
  expect(link.getAttribute('href')).toBe('#corrections');
});

it('says nothing of the kind where nobody did', () => {
  renderView(<QuestionHead record={sampleRun()} />, WORKSPACES);
  expect(screen.queryByRole('link', { name: /wrong/ })).toBeNull();
});
