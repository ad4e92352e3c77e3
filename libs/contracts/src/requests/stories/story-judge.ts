import { IsBoolean, IsNumber, Max, Min } from 'class-validator';
import { IsText } from '../checks/is-text.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { IsStoryName } from './is-story-name.js';

export class StoryJudge {
  @IsText({ max: 100, filled: true })
  name!: string;

  @IsStoryName()
  @MayBeLeftOut()
  model?: string;

  @Max(2)
  @Min(0)
  @IsNumber()
  @MayBeLeftOut()
  temperature?: number;

  @IsText({ max: 20_000 })
  @MayBeLeftOut()
  instructions?: string;

  @IsBoolean()
  @MayBeLeftOut()
  coherence?: boolean;
}
