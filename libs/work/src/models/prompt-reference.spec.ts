import { expect, it } from '@jest/globals';
import type { RenderedPrompt } from '@assay/llm/prompts';
import { blocksOf, partText, referenceOf } from './prompt-reference.js';

const prompt: RenderedPrompt = {
  system: 'You write SQL.',
  systemHash: 'hash of system',
  user: 'schema, strategy',
  stable: 0,
  parts: [
    { text: 'schema, ', hash: 'hash of schema' },
    { text: 'strategy', hash: null },
  ],
  templateHash: 'hash of templates',
};

it('refers to shared parts by their hashes, keeps the text of the others, and gives the prompt back', async () => {
  const messages = [{ role: 'user' as const, content: 'schema, strategy, remark' }];
  const reference = referenceOf(prompt, messages);
  expect(reference).toEqual({
    system: 'hash of system',
    parts: ['hash of schema', { text: 'strategy' }],
    tail: ', remark',
  });
  const blocks = new Map(blocksOf(prompt).map(({ hash, content }) => [hash, content]));
  expect([...blocks.keys()]).toEqual(['hash of system', 'hash of schema']);
  const texts = reference.parts.map((part) => partText(part, async (hash) => blocks.get(hash) ?? 'missing'));
  expect([...(await Promise.all(texts)), reference.tail].join('')).toBe('schema, strategy, remark');
});
