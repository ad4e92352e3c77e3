import type { SettingsPatch } from '../../index.js';
import { IsOptional } from 'class-validator';
import { IsEvidence } from '../checks/is-evidence.js';
import { IsSettings } from '../checks/is-settings.js';
import { IsText } from '../checks/is-text.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';

export abstract class WorkspaceFields {
  @IsText({ max: 50_000 })
  @IsOptional()
  directives?: string | null;

  @IsEvidence()
  @MayBeLeftOut()
  evidence?: string[];

  @IsSettings()
  @MayBeLeftOut()
  settings?: SettingsPatch;
}
