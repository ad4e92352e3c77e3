/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { sampleRun } from '@assay/client/testing';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderView } from '../../testing/render-view.js';
import { TimelineView } from './timeline-view.js';

afterEach(cleanup);

describe('the timeline', () => {
  it('says why it could not be read, and reads it again on demand', async () => {
    const asked: string[] = [];
    const part = async (_question: string, name: string): Promise<object> => {
      asked.push(name);
      if (asked.length === 1) throw new Error('Assay is away');
      return { now: '2026-01-01T00:00:00.000Z', stages: [], requests: [] };
    };
    renderView(<TimelineView record={sampleRun()} />, { questions: { part } });
    expect((await screen.findByRole('alert')).textContent).toContain('The timeline could not be read');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No stage began.');
    expect(asked).toEqual(['timeline', 'timeline']);
  });
});
