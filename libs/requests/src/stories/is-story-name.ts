import { STORY_NAME_CHARACTERS } from '@assay/contracts';
import { IsText } from '../checks/is-text.js';

/** What a story, a candidate, a criterion or a model is called. */
export function IsStoryName(): PropertyDecorator {
  return IsText({ max: STORY_NAME_CHARACTERS, filled: true });
}
