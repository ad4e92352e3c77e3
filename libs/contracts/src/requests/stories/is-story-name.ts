import { STORY_NAME_CHARACTERS } from '../../index.js';
import { IsText } from '../checks/is-text.js';

export function IsStoryName(): PropertyDecorator {
  return IsText({ max: STORY_NAME_CHARACTERS, filled: true });
}
