import { IsIn, IsInt, IsNumber, Max, Min } from 'class-validator';
import { Check, expected } from '../checks/check.js';
import { IsReplyQueue } from '../checks/is-reply-queue.js';
import { Omissible } from '../checks/omissible.js';
import { IsAnyObject, Nested, NestedList } from '../checks/nested.js';
import { IsStoryName } from './is-story-name.js';
import { StoryCandidate } from './story-candidate.js';
import { StoryCriterion } from './story-criterion.js';
import { StoryJudge } from './story-judge.js';
import { StoryNarration } from './story-narration.js';
import { StoryResponseChecker } from './story-response-checker.js';
import { StoryRetry } from './story-retry.js';
import { isPlainObject } from '../validation/is-plain-object.js';

const MOST_CANDIDATES = 10;
const MOST_EVALUATORS = 10;

export class StoryEvaluationRequest {
  @IsStoryName()
  storyId!: string;

  @AreDistinct('label', MOST_CANDIDATES, 'is the label of another candidate')
  @NestedList(() => StoryCandidate, { min: 1, max: MOST_CANDIDATES })
  candidates!: StoryCandidate[];

  @AreDistinct('name', MOST_EVALUATORS, 'is the name of another evaluator')
  @NestedList(() => StoryJudge, { min: 1, max: MOST_EVALUATORS })
  evaluators!: StoryJudge[];

  /** Default: 2, or 1 with a single evaluator. */
  @AreThatMany()
  @Max(MOST_EVALUATORS)
  @Min(1)
  @IsInt()
  @Omissible()
  minEvaluators?: number;

  @NestedList(() => StoryCriterion, { max: 50 })
  @Omissible()
  criteria?: StoryCriterion[];

  /** Default: the four dimensions. */
  @IsAnyObject()
  @Omissible()
  responseFormat?: Record<string, unknown>;

  /** 0–100; if absent, every candidate is approved. */
  @Max(100)
  @Min(0)
  @IsNumber()
  @Omissible()
  minimumScore?: number;

  @IsIn(['prompt', 'parts'])
  mode!: 'prompt' | 'parts';

  @Nested(() => StoryRetry)
  @Omissible()
  retry?: StoryRetry;

  /** A model's reminder; default: a fixed text. */
  @Nested(() => StoryResponseChecker)
  @Omissible()
  responseChecker?: StoryResponseChecker;

  @Nested(() => StoryNarration)
  @Omissible()
  tts?: StoryNarration;

  @IsReplyQueue()
  @Omissible()
  replyTo?: string;
}

function AreThatMany(): PropertyDecorator {
  const find = (value: unknown, object: object): ReturnType<typeof expected> => {
    const { evaluators } = object as Partial<StoryEvaluationRequest>;
    const most = Array.isArray(evaluators) ? evaluators.length : MOST_EVALUATORS;
    return expected(typeof value !== 'number' || value <= most, `must not be more than the ${most} evaluators`);
  };
  return Check('areThatMany', { find });
}

/** Skips lists longer than `most`, which another check refuses: the comparison takes quadratic time. */
function AreDistinct(field: string, most: number, message: string): PropertyDecorator {
  return Check('areDistinct', {
    find: (value) => {
      if (!Array.isArray(value) || value.length > most) return [];
      const texts = value.map((item) => (isPlainObject(item) ? item[field] : undefined));
      const repeated = texts.flatMap((text, index) =>
        text !== undefined && texts.indexOf(text) < index ? [index] : [],
      );
      return repeated.map((index) => ({ path: [index, field], message }));
    },
  });
}
