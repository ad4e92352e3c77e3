export interface QuestionWording {
  /** "how many …" without groups. */
  asksForOneNumber: boolean;
  /** "the … with the most …". */
  asksForOneRow: boolean;
}

const PER_GROUP = /\b(each|every|per|different|all|list|respectively|corresponding)\b/i;
const COUNTS = /^(how many|count the|(what|give|find|show|return|tell).{0,20}\bnumber of)\b/i;
const SUPERLATIVE =
  /\b(most|least|highest|lowest|largest|smallest|oldest|youngest|biggest|longest|shortest|earliest|latest|fewest|greatest|best)\b/i;
const SINGULAR =
  /\b(what|which|who)\b.{0,40}\b(is|was|has|have|had) the\b|\b(find|show|give|return|tell).{0,10}\bthe\b/i;

/** English; neutral otherwise. */
export function readWording(question: string): QuestionWording {
  const isPerGroup = PER_GROUP.test(question);
  return {
    asksForOneNumber: !isPerGroup && COUNTS.test(question),
    asksForOneRow: !isPerGroup && SUPERLATIVE.test(question) && SINGULAR.test(question),
  };
}
