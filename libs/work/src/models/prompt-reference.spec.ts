import { expect, it } from '@jest/globals';
import type { RenderedPrompt } from '@assay/prompts';
import { keptReference, referenceOf } from './prompt-reference.js';

const prompt: RenderedPrompt = {
  system: 'You write SQL.',
  systemHash: 'hash of system',
  user: 'schema, strategy',
  parts: [
    { text: 'schema, ', hash: 'hash of schema' },
    { text: 'strategy', hash: 'hash of strategy' },
  ],
  templateHash: 'hash of templates',
};

it('knows a call by its job as text, as releases before did, and keeps the job by its hash', () => {
  const messages = [{ role: 'user' as const, content: 'schema, strategy, remark' }];
  const reference = referenceOf(prompt, messages);
  expect(reference).toEqual({
    system: 'hash of system',
    parts: ['hash of schema', { text: 'strategy' }],
    tail: ', remark',
  });
  const kept = keptReference({ ...reference, model: 'm' }, prompt);
  expect(kept).toEqual({ ...reference, model: 'm', parts: ['hash of schema', 'hash of strategy'] });
});
