import { z } from 'zod';
import { boundsOf, settingsSchema, type Settings } from './settings.js';

/** A setting or a part of one; bounds are null if there is none. */
export interface SettingField {
  /** `probe.seconds`: setting and part. */
  path: string;
  kind: 'flag' | 'number' | 'choice' | 'names' | 'url';
  /** May be null. */
  optional: boolean;
  /** Its whole setting may be null. */
  wholeOptional: boolean;
  min: number | null;
  max: number | null;
  integer: boolean;
  options: readonly string[];
}

/** A separate field, because no part of `links` says whether links are on. */
const LINKS_SWITCH: SettingField = {
  path: 'links',
  kind: 'flag',
  optional: true,
  wholeOptional: true,
  min: null,
  max: null,
  integer: false,
  options: [],
};

/** All settings with parts, from the schema; `asker` is changed by the API alone. */
export const SETTING_FIELDS: readonly SettingField[] = Object.entries(
  settingsSchema.omit({ asker: true }).shape,
).flatMap(([name, type]: [string, z.ZodType]) => {
  const inner = innermost(type);
  if (!(inner instanceof z.ZodObject)) return [fieldOf(name, type, false)];
  const parts = Object.entries(inner.shape).map(([part, own]) =>
    fieldOf(`${name}.${part}`, own as z.ZodType, isNullable(type)),
  );
  return name === 'links' ? [LINKS_SWITCH, ...parts] : parts;
});

/** Undefined if the whole setting is null; of a switch, what it switches. */
export function settingAt(settings: Settings, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], settings);
}

/** Changes one field; undefined changes nothing. Null makes the whole setting null if only the whole may be null. */
export function withSetting(settings: Settings, { path, optional }: SettingField, value: unknown): Settings {
  const [name = '', part] = path.split('.');
  if (value === undefined) return settings;
  if (path === LINKS_SWITCH.path)
    return {
      ...settings,
      links: value === true ? (defaultsOf(settingsSchema.shape.links) as Settings['links']) : null,
    };
  if (part === undefined) return { ...settings, [name]: value };
  if (value === null && !optional) return { ...settings, [name]: null };
  const whole = settings[name as keyof Settings] ?? defaultsOf(settingsSchema.shape[name as keyof Settings]);
  return { ...settings, [name]: { ...(whole as object), [part]: value } };
}

function fieldOf(path: string, type: z.ZodType, wholeOptional: boolean): SettingField {
  const inner = innermost(type);
  const field = { path, optional: isNullable(type), wholeOptional, ...boundsOf(type), integer: false, options: [] };
  if (inner instanceof z.ZodBoolean) return { ...field, kind: 'flag' };
  if (inner instanceof z.ZodEnum) return { ...field, kind: 'choice', options: inner.options.map(String) };
  if (inner instanceof z.ZodArray) return { ...field, kind: 'names' };
  if (inner instanceof z.ZodURL) return { ...field, kind: 'url' };
  return { ...field, kind: 'number', integer: inner instanceof z.ZodNumber && inner.isInt };
}

function innermost(type: z.ZodType): z.ZodType {
  return type instanceof z.ZodDefault || type instanceof z.ZodNullable ? innermost(type.unwrap() as z.ZodType) : type;
}

function defaultsOf(type: z.ZodType): object {
  const inner = innermost(type);
  const parts = inner instanceof z.ZodObject ? Object.entries(inner.shape) : [];
  return Object.fromEntries(parts.map(([part, own]) => [part, (own as z.ZodType).safeParse(undefined).data]));
}

function isNullable(type: z.ZodType): boolean {
  if (type instanceof z.ZodDefault) return isNullable(type.unwrap() as z.ZodType);
  return type instanceof z.ZodNullable;
}
