import { RelevanceIndex, type RelevanceLimits } from './relevance-index.js';

/** Notes for a prompt: the most similar of the workspace, in its order, and all of the question. */
export function relevantEvidence(
  question: string,
  own: readonly string[],
  workspace: readonly string[],
  limits: RelevanceLimits,
): string[] {
  return [...new Set([...mostRelevant(question, own, workspace, limits), ...own])];
}

function mostRelevant(
  question: string,
  own: readonly string[],
  workspace: readonly string[],
  { top, threshold }: RelevanceLimits,
): string[] {
  const notes = [...new Set(workspace)];
  if (threshold === 0 && notes.length <= top) return notes;
  const index = new RelevanceIndex<string>();
  // among equals the later wins, as in the workspace's order
  for (const note of notes.toReversed()) index.add(note, note, { text: note });
  const found = index.search({ text: question, aside: own.join('\n') }, { top, threshold });
  const chosen = new Set(found.map(({ item }) => item));
  return notes.filter((note) => chosen.has(note));
}
