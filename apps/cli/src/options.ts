import {
  isId,
  LEVELS,
  nameLevel,
  QUESTION_STATUSES,
  settingsSchema,
  type Id,
  type Level,
  type QuestionStatus,
  type SettingsPatch,
} from '@assay/contracts';
import { InvalidArgumentError, Option } from 'commander';

export function parseLevel(text: string): Level {
  const name = text.toLowerCase();
  const level = LEVELS.find((known) => known.toLowerCase() === name || nameLevel(known).toLowerCase() === name);
  if (level === undefined) throw new InvalidArgumentError('Expected fast, strong or strongest.');
  return level;
}

export function parseStatus(text: string): QuestionStatus {
  const status = QUESTION_STATUSES.find((known) => known === text.toUpperCase());
  if (status === undefined) throw new InvalidArgumentError(`Expected one of ${QUESTION_STATUSES.join(', ')}.`);
  return status;
}

/** @throws InvalidArgumentError for a malformed id, before the API reports it as unknown */
export function parseId(text: string): Id {
  if (!isId(text))
    throw new InvalidArgumentError('It is not an id; ids look like 0198f2c4-7c1e-7a33-9b1f-2d1c5f0a9e11.');
  return text;
}

export function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/** Adds `name=value`; the value is JSON if it parses. */
export function collectSetting(text: string, before: SettingsPatch = {}): SettingsPatch {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  const names = Object.keys(settingsSchema.shape);
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Expected name=value.');
  if (!names.includes(name)) throw new InvalidArgumentError(`The settings are ${names.join(', ')}.`);
  return { ...before, [name]: parseValue(value) };
}

export function collectText(text: string, before: string[] = []): string[] {
  return [...before, text];
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function parsePercent(text: string): number {
  const percent = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || percent > 100) throw new InvalidArgumentError('Expected a number from 0 to 100.');
  return percent;
}

/** @param others incompatible options */
export function csvOption(...others: string[]): Option {
  return new Option('--csv', 'print only the rows of the answer, as CSV').conflicts(others);
}
