import { expect, it } from '@jest/globals';
import type { Id } from '@assay/contracts';
import { inThreads } from './in-threads.js';

const question = (id: string, follows: string | null = null): { id: Id; follows: Id | null } => ({
  id: id,
  follows: follows,
});

it('puts follow-ups behind the first question of their thread, oldest first', () => {
  const list = [question('c', 'b'), question('other'), question('d', 'a'), question('b', 'a'), question('a')];
  const lines = inThreads(list).map(({ question: { id }, isFollowUp }) => `${isFollowUp ? '- ' : ''}${id}`);
  expect(lines).toEqual(['a', '- b', '- d', '- c', 'other']);
});

it('starts a thread with a follow-up whose first question is not in the list', () => {
  expect(inThreads([question('b', 'gone')]).map(({ isFollowUp }) => isFollowUp)).toEqual([false]);
});
