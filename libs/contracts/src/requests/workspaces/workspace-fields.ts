import type { SettingsPatch } from '../../index.js';
import { IsOptional } from 'class-validator';
import { IsEvidence } from '../checks/is-evidence.js';
import { IsSettings } from '../checks/is-settings.js';
import { IsText } from '../checks/is-text.js';
import { Omissible } from '../checks/omissible.js';

export abstract class WorkspaceFields {
  @IsText({ max: 50_000 })
  @IsOptional()
  directives?: string | null;

  @IsEvidence()
  @Omissible()
  evidence?: string[];

  @IsSettings()
  @Omissible()
  settings?: SettingsPatch;
}
