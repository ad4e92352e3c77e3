import type { QuestionView } from '@assay/contracts';

export interface ThreadItem<Question> {
  question: Question;
  isFollowUp: boolean;
}

/** Follow-ups behind the first question of their thread, oldest first; threads by their newest question. */
export function inThreads<Question extends Pick<QuestionView, 'id' | 'follows'>>(
  newestFirst: readonly Question[],
): ThreadItem<Question>[] {
  const byId = new Map(newestFirst.map((question) => [question.id, question]));
  const rootOf = (question: Question): Question => {
    const before = question.follows === null ? undefined : byId.get(question.follows);
    return before === undefined ? question : rootOf(before);
  };
  const threads = Map.groupBy(newestFirst, (question) => rootOf(question).id);
  return [...threads.values()].flatMap((thread) =>
    thread.toReversed().map((question, index) => ({ question, isFollowUp: index > 0 })),
  );
}
