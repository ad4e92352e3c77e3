/**
 * Votes of one class of candidates, tempered: a text counts once, and each repetition of it counts a part. Samples of
 * one model repeat its texts, right and wrong ones alike, so a repetition tells less than an agreement of different
 * texts.
 *
 * @param texts how many candidates gave each distinct text of the class
 * @param repeated what a repetition counts, 0–1
 */
export function temperedVotes(texts: readonly number[], repeated: number): number {
  return texts.reduce((sum, votes) => sum + (votes > 0 ? 1 + repeated * (votes - 1) : 0), 0);
}
