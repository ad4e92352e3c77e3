import { LEVELS, type Level, type SettingsPatch } from '@assay/contracts';
import { IsIn } from 'class-validator';
import { Check, expected } from '../checks/check.js';
import { IsEvidence } from '../checks/is-evidence.js';
import { IsReplyQueue } from '../checks/is-reply-queue.js';
import { IsSettings } from '../checks/is-settings.js';
import { hasAtMost, IsText } from '../checks/is-text.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

const QUESTION_CHARACTERS = 8000;

/** Body of `POST /v1/questions`, and with `idempotencyKey` that of a job `ask`. */
export class AskRequest {
  /** Id or name of the workspace. */
  @IsText({ min: 1, max: 200 })
  workspace!: string;

  /** 1–8000 characters, not only white space. */
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

  /** Queue (`replies-…`) that gets the record at the end. */
  @IsReplyQueue()
  @MayBeLeftOut()
  replyTo?: string;
}

function IsQuestion(): PropertyDecorator {
  const find = (value: unknown): ReturnType<typeof expected> => {
    if (typeof value !== 'string') return expected(false, 'expected a text');
    if (value.trim() === '') return expected(false, 'must not be empty');
    return expected(hasAtMost(value, QUESTION_CHARACTERS), `must have at most ${QUESTION_CHARACTERS} characters`);
  };
  return Check('isQuestion', { find, schema: { type: 'string' } });
}
