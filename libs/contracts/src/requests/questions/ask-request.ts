import { LEVELS, QUESTION_CHARACTERS, type Id, type Level, type SettingsPatch } from '../../index.js';
import { IsBoolean, IsIn } from 'class-validator';
import { Check, expected } from '../checks/check.js';
import { IsId } from '../checks/is-id.js';
import { IsEvidence } from '../checks/is-evidence.js';
import { IsReplyQueue } from '../checks/is-reply-queue.js';
import { IsSettings } from '../checks/is-settings.js';
import { hasAtMost } from '../checks/is-text.js';
import { IsWorkspaceReference } from '../checks/is-workspace-reference.js';
import { Omissible } from '../checks/omissible.js';

export class AskRequest {
  @IsWorkspaceReference()
  workspace!: string;

  @IsQuestion()
  question!: string;

  @IsEvidence()
  @Omissible()
  evidence?: string[];

  @IsIn(LEVELS)
  @Omissible()
  level?: Level;

  @IsSettings()
  @Omissible()
  settings?: SettingsPatch;

  /** Queue (`replies-…`) that receives the final record. */
  @IsReplyQueue()
  @Omissible()
  replyTo?: string;

  /** Same workspace; prompts include it and its predecessors. */
  @IsId('question')
  @Omissible()
  follows?: Id;

  /**
   * A SILVER or instant question of the same workspace and words, whose candidates are tested. Its evidence, level and
   * `follows` are the defaults.
   */
  @IsId('question')
  @Omissible()
  continues?: Id;

  /** Asks the models even if an approved gold SQL answers the identical question. */
  @IsBoolean()
  @Omissible()
  anew?: boolean;
}

function IsQuestion(): PropertyDecorator {
  const find = (value: unknown): ReturnType<typeof expected> => {
    if (typeof value !== 'string') return expected(false, 'expected a text');
    if (value.trim() === '') return expected(false, 'must not be empty');
    return expected(hasAtMost(value, QUESTION_CHARACTERS), `must have at most ${QUESTION_CHARACTERS} characters`);
  };
  return Check('isQuestion', { find, schema: { type: 'string', minLength: 1, maxLength: QUESTION_CHARACTERS } });
}
