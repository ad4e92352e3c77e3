import type { z } from 'zod';
import type { ConfigProblem } from './config-error.js';
import {
  CHOICE_VARIABLES,
  FOREIGN_VARIABLES,
  REMOVED_VARIABLES,
  SECRET_VARIABLES,
  VARIABLES,
  type ParsedEnvironment,
} from './variables.js';

const SHOWN_CHARACTERS = 60;

export interface EnvironmentReading {
  values: ParsedEnvironment;
  problems: ConfigProblem[];
  /** Unknown variables with the prefix ASSAY_; probably misspelt. */
  unknown: string[];
}

/** Empty counts as unset. */
export function parseEnvironment(environment: NodeJS.ProcessEnv): EnvironmentReading {
  const reading: EnvironmentReading = { values: { models: {}, efforts: {} }, problems: [], unknown: [] };
  const read = (variable: string, type: z.ZodType, keep: (value: unknown) => void): void => {
    const text = environment[variable]?.trim();
    if (text === undefined || text === '') return;
    const parsed = type.safeParse(text);
    if (parsed.success) keep(parsed.data);
    else reading.problems.push({ variable, message: describe(variable, text, parsed.error) });
  };
  const fixed = reading.values as Record<string, unknown>;
  for (const [variable, type] of Object.entries(VARIABLES)) read(variable, type, (value) => (fixed[variable] = value));
  for (const [variable, { family, of, type }] of CHOICE_VARIABLES) {
    const choices: Record<string, unknown> = reading.values[family];
    read(variable, type, (value) => (choices[of] = value));
  }
  for (const [variable, message] of Object.entries(REMOVED_VARIABLES)) {
    if (environment[variable]?.trim()) reading.problems.push({ variable, message });
  }
  reading.unknown = Object.keys(environment).filter(
    (name) =>
      name.startsWith('ASSAY_') && !(name in VARIABLES) && !CHOICE_VARIABLES.has(name) && !FOREIGN_VARIABLES.has(name),
  );
  return reading;
}

function describe(variable: string, text: string, error: z.ZodError): string {
  const expected = error.issues[0]?.message ?? 'not valid';
  if (SECRET_VARIABLES.has(variable)) return expected;
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return `${expected}, not ${JSON.stringify(shown)}`;
}
