import { IsBoolean, IsNumber, Max, Min } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { Omissible } from '../checks/omissible.js';
import { IsStoryName } from './is-story-name.js';

export class StoryJudge {
  @IsText({ max: 100, filled: true })
  name!: string;

  @IsStoryName()
  @Omissible()
  model?: string;

  @Max(2)
  @Min(0)
  @IsNumber()
  @Omissible()
  temperature?: number;

  @IsText({ max: 20_000 })
  @Omissible()
  instructions?: string;

  @IsBoolean()
  @Omissible()
  coherence?: boolean;
}
