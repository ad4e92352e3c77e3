import { expect, it } from '@jest/globals';
import type { RenderedPrompt } from '@assay/prompts';
import { hashOf } from '../block-store.js';
import { keptPrompt, partText, referenceOf } from './prompt-reference.js';

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
  const { parts, texts } = keptPrompt({ baseOf: () => undefined }, 'workspace', prompt);
  expect(parts).toEqual(['hash of schema', 'hash of strategy']);
  expect(texts.map(({ hash }) => hash)).toEqual(['hash of system', ...parts]);
});

it('keeps what belongs to one call as lines of what others have, once there is such a text', async () => {
  const [ordered, shuffled] = ['a,\nb,\nc', 'c,\na,\nb'];
  const base = { hash: hashOf(ordered), content: ordered };
  const part = { text: shuffled, hash: hashOf(shuffled), kind: 'schema', ofOneCall: true } as const;
  const own = { ...prompt, user: shuffled, parts: [part, { text: 'job', hash: null }] };
  const first = keptPrompt({ baseOf: () => undefined }, 'workspace', own);
  expect(first.parts).toEqual([part.hash, { text: 'job' }]);
  const kept = keptPrompt({ baseOf: (_, kind) => (kind === 'schema' ? base : undefined) }, 'workspace', own);
  expect(kept.parts[0]).toEqual({ of: base.hash, lines: [-3, 0, -2] });
  expect(kept.texts.map(({ hash }) => hash)).toEqual(['hash of system', base.hash]);
  const texts = kept.parts.map((each) => partText(each, async (hash) => (hash === base.hash ? ordered : 'other')));
  expect(await Promise.all(texts)).toEqual([shuffled, 'job']);
  expect(referenceOf(own, [{ role: 'user', content: shuffled }]).parts).toEqual([part.hash, { text: 'job' }]);
});
