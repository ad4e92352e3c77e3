import { SETTING_FIELDS, type SettingField } from '@assay/contracts';
import { SETTING_GROUPS, type SettingWords } from './setting-words.js';

export type WordedField = SettingField & SettingWords;

export interface FieldGroup {
  title: string;
  about: string;
  fields: WordedField[];
}

/** Those without texts form their own group. */
export function fieldGroups(): FieldGroup[] {
  const known = new Map(SETTING_FIELDS.map((field) => [field.path, field]));
  const groups = SETTING_GROUPS.map(({ title, about, settings }) => ({
    title,
    about,
    fields: Object.entries(settings).flatMap(([path, words]) => {
      const field = known.get(path);
      known.delete(path);
      return field === undefined ? [] : [{ ...field, ...words, hint: withBounds(words.hint, field) }];
    }),
  }));
  const others = [...known.values()].map((field) => ({ ...field, label: field.path, hint: '' }));
  return [...groups, { title: 'Others', about: '', fields: others }].filter(({ fields }) => fields.length > 0);
}

/** `By each kind of models, 1–50.` */
function withBounds(hint: string, { min, max }: SettingField): string {
  if (min === null || max === null) return hint;
  return `${hint.replace(/\.$/, '')}, ${min.toLocaleString('en-US')}–${max.toLocaleString('en-US')}.`;
}
