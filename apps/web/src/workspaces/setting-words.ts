import { boundsOf, DEFAULT_SETTINGS, settingsSchema, type Settings } from '@assay/contracts';

/** Names of the settings of a type. */
type NameOf<Type> = { [Name in keyof Settings]: Settings[Name] extends Type ? Name : never }[keyof Settings];

const rangeIn = (type: Parameters<typeof boundsOf>[0]): string => {
  const { min, max } = boundsOf(type);
  return `${min ?? ''}–${max ?? ''}`;
};

/** `1–50`: what a setting that is a number may be. */
const rangeOf = (name: keyof Settings): string => rangeIn(settingsSchema.shape[name]);

const reduceTests = settingsSchema.shape.reduceTests.unwrap().shape;

/** Settings that are numbers, as the form words them. */
export interface NumberSetting {
  name: NameOf<number | null>;
  label: string;
  hint: string;
  /** Whether it may be left empty: no limit, or another one each time. */
  optional: boolean;
  step: number | 'any';
}

const number = (name: NumberSetting['name'], label: string, hint: string, step: number | 'any' = 1): NumberSetting => ({
  name,
  label,
  hint,
  optional: DEFAULT_SETTINGS[name] === null,
  step,
});

export const NUMBERS: readonly NumberSetting[] = [
  number('sqlCandidates', 'Candidates', `SQLs generated per level, ${rangeOf('sqlCandidates')}`),
  number('testBatches', 'Test batches', `per moment, ${rangeOf('testBatches')}`),
  number('passThreshold', 'Threshold, %', 'of tests passed, for a second look or SILVER', 'any'),
  number('candidateRetries', 'Retries', `of a SQL that is not valid, ${rangeOf('candidateRetries')}`),
  number(
    'selectionConfidence',
    'Confidence',
    `of the judge below which a pair is a tie, ${rangeOf('selectionConfidence')}`,
    'any',
  ),
  number('deadlineSeconds', 'Deadline, seconds', 'after which a question ends in ERROR'),
  number('maxTokens', 'Token limit', 'for all model calls of a question'),
  number('maxCalls', 'Call limit', 'model calls of a question'),
  number('maxCostUsd', 'Cost limit, $', 'for all model calls of a question', 'any'),
  number('statementTimeoutMs', 'Statement timeout, ms', 'of one SQL in the database'),
  number('maxRows', 'Row limit', 'of one result'),
  number('maxExportRows', 'Export limit', 'rows of one CSV file'),
  number('seed', 'Seed', 'of every shuffle and coin; none: another one per question'),
];

/** Settings that are one of a few words. */
export const CHOICES = [
  {
    name: 'effort',
    label: 'Effort',
    hint: 'exhaustive asks everything at once; the others in waves and by need',
    options: settingsSchema.shape.effort.unwrap().options,
  },
  {
    name: 'verdicts',
    label: 'Verdicts',
    hint: 'weighed: with votes and comparisons, and one may be overruled; final: alone',
    options: settingsSchema.shape.verdicts.unwrap().options,
  },
] as const;

/** When tests that say the same are taken together. */
export const REDUCTION = [
  { name: 'minTests', label: 'Reduce from tests', hint: `distinct ones at least, ${rangeIn(reduceTests.minTests)}` },
  { name: 'minBatches', label: 'Reduce from batches', hint: `delivered at least, ${rangeIn(reduceTests.minBatches)}` },
] as const;

/** Names in the target database that SQL may use beyond what is known to be safe. */
export const NAMES = [
  {
    name: 'allowFunctions',
    label: 'Functions of your own',
    hint: 'that SQL may call beside the built-in ones that are safe; one per line, with or without its schema',
  },
  {
    name: 'allowExtensions',
    label: 'Extensions',
    hint: 'whose functions, operators and types SQL may use as if built in; one per line',
  },
] as const;

export interface FlagSetting {
  name: NameOf<boolean>;
  label: string;
}

export const FLAGS: readonly FlagSetting[] = [
  { name: 'sendRows', label: 'Models may see values of the database: rows, examples, looked-up values' },
  { name: 'allowSilver', label: 'Answer SILVER where no SQL passes every test but one comes close' },
  { name: 'treatEmptyResultAsError', label: 'Take an empty result as a mistake of the SQL' },
  { name: 'generatorTools', label: 'Who writes SQL may look at the database first: tables, values, queries' },
  { name: 'allowSystemCatalogs', label: 'SQL may read the system catalogs' },
  { name: 'bypassEvaluation', label: 'Take the first valid SQL without any test' },
];
