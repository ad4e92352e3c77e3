import { STORY_NAME_CHARACTERS } from '@assay/contracts';
import { IsText } from '../checks/is-text.js';

/** The name of a story, candidate, criterion or model. */
export function IsStoryName(): PropertyDecorator {
  return IsText({ max: STORY_NAME_CHARACTERS, filled: true });
}
