import type { Id, SettingsPatch } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** Of the question's workspace. */
export const readLinkSettings = prepared<[question: Id], { settings: SettingsPatch }>({
  name: 'read_link_settings',
  text: `select w.settings from assay.runs r join assay.workspaces w on w.id = r.workspace_id where r.id = $1`,
}).first;
