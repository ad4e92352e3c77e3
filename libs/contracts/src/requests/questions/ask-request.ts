import { LEVELS, QUESTION_CHARACTERS, type Id, type Level, type SettingsPatch } from '../../index.js';
import { IsBoolean, IsIn } from 'class-validator';
import { Check, expected } from '../checks/check.js';
import { IsId } from '../checks/is-id.js';
import { IsEvidence } from '../checks/is-evidence.js';
import { IsReplyQueue } from '../checks/is-reply-queue.js';
import { IsSettings } from '../checks/is-settings.js';
import { hasAtMost } from '../checks/is-text.js';
import { IsWorkspaceReference } from '../checks/is-workspace-reference.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

export class AskRequest {
  @IsWorkspaceReference()
  workspace!: string;

  @IsQuestion()
  question!: string;

  @IsEvidence()
  @MayBeLeftOut()
  evidence?: string[];

  @IsIn(LEVELS)
  @MayBeLeftOut()
  level?: Level;

  @IsSettings()
  @MayBeLeftOut()
  settings?: SettingsPatch;

  /** Queue (`replies-…`) that receives the final record. */
  @IsReplyQueue()
  @MayBeLeftOut()
  replyTo?: string;

  /** Same workspace; prompts include it and its predecessors. */
  @IsId('question')
  @MayBeLeftOut()
  follows?: Id;

  /**
   * A SILVER or instant question of the same workspace and words, whose candidates are tested. Its evidence, level and
   * `follows` are the defaults.
   */
  @IsId('question')
  @MayBeLeftOut()
  continues?: Id;

  /** Asks the models even if an approved gold SQL answers the identical question. */
  @IsBoolean()
  @MayBeLeftOut()
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
