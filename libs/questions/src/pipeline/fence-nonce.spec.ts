import { describe, expect, it } from '@jest/globals';
import { questionFence, workspaceFence } from './fence-nonce.js';

const SECRET = 'a secret of the workspace';
const asked = { workspace: 'w', stable: 'hash of the schema', askedAt: new Date('2026-03-01T00:00:00Z') };

describe('the nonces of fences', () => {
  it('have 18 digits', () => {
    for (const fence of [questionFence(SECRET, 'r'), workspaceFence(SECRET, asked)]) expect(fence).toMatch(/^\d{18}$/);
  });

  it('stay the same between releases: replays and prompt caches compare them', () => {
    expect([questionFence(SECRET, 'r'), workspaceFence(SECRET, asked)]).toMatchInlineSnapshot(`
     [
       "935930587886610810",
       "644472821401285651",
     ]
    `);
  });

  it('of a workspace hold for one day of UTC', () => {
    const at = (time: string): string => workspaceFence(SECRET, { ...asked, askedAt: new Date(time) });
    expect(at('2026-03-01T23:59:59Z')).toBe(workspaceFence(SECRET, asked));
    expect(at('2026-03-02T00:00:00Z')).not.toBe(workspaceFence(SECRET, asked));
  });

  it('differ by secret, workspace, stable text and question', () => {
    const fences = [
      workspaceFence(SECRET, asked),
      workspaceFence('another', asked),
      workspaceFence(SECRET, { ...asked, workspace: 'v' }),
      workspaceFence(SECRET, { ...asked, stable: 'another' }),
      questionFence(SECRET, 'r'),
      questionFence(SECRET, 's'),
      questionFence('another', 'r'),
    ];
    expect(new Set(fences).size).toBe(fences.length);
  });
});
