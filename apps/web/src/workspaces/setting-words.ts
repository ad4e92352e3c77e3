/** Settings that are numbers, as the form words them. */
export interface NumberSetting {
  name:
    | 'sqlCandidates'
    | 'testBatches'
    | 'passThreshold'
    | 'candidateRetries'
    | 'selectionConfidence'
    | 'deadlineSeconds'
    | 'maxTokens'
    | 'maxCalls'
    | 'maxCostUsd'
    | 'statementTimeoutMs'
    | 'maxRows'
    | 'maxExportRows'
    | 'seed';
  label: string;
  hint: string;
  /** Whether it may be left empty: no limit, or another one each time. */
  optional: boolean;
  step: number | 'any';
}

const OPTIONAL = new Set<NumberSetting['name']>(['maxTokens', 'maxCalls', 'maxCostUsd', 'seed']);

const number = (name: NumberSetting['name'], label: string, hint: string, step: number | 'any' = 1): NumberSetting => ({
  name,
  label,
  hint,
  optional: OPTIONAL.has(name),
  step,
});

export const NUMBERS: readonly NumberSetting[] = [
  number('sqlCandidates', 'Candidates', 'SQLs generated per level, 1–50'),
  number('testBatches', 'Test batches', 'per moment, 1–100'),
  number('passThreshold', 'Threshold, %', 'of tests passed, for a second look or SILVER', 'any'),
  number('candidateRetries', 'Retries', 'of a SQL that is not valid, 0–10'),
  number('selectionConfidence', 'Confidence', 'of the judge below which a pair is a tie, 0–1', 'any'),
  number('deadlineSeconds', 'Deadline, seconds', 'after which a question ends in ERROR'),
  number('maxTokens', 'Token limit', 'for all model calls of a question'),
  number('maxCalls', 'Call limit', 'model calls of a question'),
  number('maxCostUsd', 'Cost limit, $', 'for all model calls of a question', 'any'),
  number('statementTimeoutMs', 'Statement timeout, ms', 'of one SQL in the database'),
  number('maxRows', 'Row limit', 'of one result'),
  number('maxExportRows', 'Export limit', 'rows of one CSV file'),
  number('seed', 'Seed', 'of every shuffle and coin; none: another one per question'),
];

/** When tests that say the same are taken together. */
export const REDUCTION = [
  { name: 'minTests', label: 'Reduce from tests', hint: 'distinct ones at least, 2–1000' },
  { name: 'minBatches', label: 'Reduce from batches', hint: 'delivered at least, 1–1000' },
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
  name:
    | 'sendRows'
    | 'allowSilver'
    | 'bypassEvaluation'
    | 'treatEmptyResultAsError'
    | 'generatorTools'
    | 'allowSystemCatalogs';
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
