import { Check, expected } from '../checks/check.js';
import { IsText } from '../checks/is-text.js';
import { IsStoryName } from './is-story-name.js';

/** In UTF-8. */
const TEXT_BYTES = 200 * 1024;

export class StoryCandidate {
  @IsStoryName()
  label!: string;

  @HasFewBytes()
  @IsText({ max: TEXT_BYTES, filled: true })
  text!: string;
}

function HasFewBytes(): PropertyDecorator {
  const fits = (value: unknown): boolean => typeof value !== 'string' || Buffer.byteLength(value) <= TEXT_BYTES;
  return Check('hasFewBytes', {
    find: (value) => expected(fits(value), `must have at most ${TEXT_BYTES / 1024} kB`),
  });
}
