import { LEVELS, nameLevel } from '@assay/contracts';
import { EFFORT_WORDS } from '../../ask/effort-words.js';

export interface SettingWords {
  label: string;
  hint: string;
  choices?: Record<string, string>;
}

/** By path (`probe.seconds`). */
export interface SettingGroup {
  title: string;
  about: string;
  settings: Record<string, SettingWords>;
}

/** In form order. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Effort',
    about: 'More SQLs and tests find more right answers, and cost more calls.',
    settings: {
      preset: {
        label: 'Preset',
        hint: 'A set of values for settings below. A setting that is set itself takes precedence.',
        choices: { default: 'Default', seeds: 'Reference system: judge everything, by tests alone' },
      },
      effort: {
        label: 'Effort',
        hint: 'How much is spent before an answer is given.',
        choices: EFFORT_WORDS,
      },
      sqlCandidates: { label: 'SQLs to write', hint: 'By each kind of models.' },
      testBatches: {
        label: 'Rounds of tests',
        hint: 'The most that may be written: from the question alone, and with the SQLs in view.',
      },
      maxLevel: {
        label: 'Strongest models',
        hint: 'No stronger ones are used.',
        choices: Object.fromEntries(LEVELS.map((level) => [level, nameLevel(level)])),
      },
      candidateRetries: { label: 'Retries', hint: 'Of a SQL that the database refuses, with its error message.' },
      generatorTools: {
        label: 'Let models inspect the database',
        hint: 'The model that writes SQL may look at the database first: tables, values, queries. With values withheld, counts of rows can give a value away.',
      },
      bypassEvaluation: {
        label: 'Take the first valid SQL without any test',
        hint: 'Quick and cheap, and no better than one model call: answers are SILVER.',
      },
    },
  },
  {
    title: 'How it decides',
    about: 'When an answer counts as right, and how sure it has to be.',
    settings: {
      judge: {
        label: 'What is judged',
        hint: 'SQLs of equal behaviour on generated data are judged only once.',
        choices: { behaviour: 'One SQL per behaviour', text: 'Each different SQL' },
      },
      'probe.instances': {
        label: 'Made-up databases',
        hint: 'SQLs are compared on them. None: only their results on your data are compared.',
      },
      'probe.seconds': {
        label: 'Time for that, seconds',
        hint: 'Time limit of the comparison on generated databases.',
      },
      verdicts: {
        label: 'What verdicts decide',
        hint: 'Whether a failed test rules a SQL out, or counts beside votes and comparisons.',
        choices: { weighed: 'How likely a SQL is', final: 'Which SQLs are left' },
      },
      passThreshold: { label: 'Threshold, %', hint: 'Of tests passed, for a second look or SILVER.' },
      selectionConfidence: { label: 'Confidence', hint: 'Of the judge, below which two SQLs are a tie.' },
      goldConfidence: { label: 'GOLD from', hint: 'This probability (0–1) of being right, with every test passed.' },
      silverConfidence: { label: 'SILVER from', hint: 'This probability (0–1) of being right, whatever it fails.' },
      escalateBelow: { label: 'Stronger models below', hint: 'This probability (0–1) of the likeliest SQL.' },
      allowSilver: {
        label: 'Answer SILVER where a SQL is likely right but not GOLD',
        hint: 'The answer says what speaks against it. Without SILVER a SQL that fails a test is no answer.',
      },
      treatEmptyResultAsError: {
        label: 'Treat an empty result as an error',
        hint: 'The SQL is then retried.',
      },
      readings: {
        label: 'Write tests for what a question leaves open',
        hint: 'Their alternatives are offered beside the answer.',
      },
      compare: {
        label: 'Compare',
        hint: 'Which results that pass every test are compared in pairs.',
        choices: { open: 'Where it can decide', all: 'All' },
      },
      'reduceTests.minTests': {
        label: 'Minimum tests for merging',
        hint: 'From this number of distinct tests on, equivalent ones are merged.',
      },
      'reduceTests.minBatches': { label: 'Minimum rounds for merging', hint: 'Fewest rounds of tests with a result.' },
    },
  },
  {
    title: 'Limits of a question',
    about: 'At a limit the best tested SQL answers, if there is one. Empty: no limit.',
    settings: {
      deadlineSeconds: { label: 'Deadline, seconds', hint: 'From asking to the end.' },
      maxTokens: { label: 'Token limit', hint: 'Of all model calls, in and out together.' },
      maxCalls: { label: 'Call limit', hint: 'Of all model calls.' },
      maxCostUsd: { label: 'Cost limit, $', hint: 'Of all model calls whose price is known.' },
      'stragglers.endedShare': {
        label: 'Abandon slow jobs from',
        hint: 'Once this share of a stage’s jobs has ended. Empty: wait for all.',
      },
      'stragglers.medianFactor': { label: '… after', hint: 'Multiple of the median duration.' },
    },
  },
  {
    title: 'Quotas of a day',
    about:
      'Limits of all questions of this workspace per UTC day. Beyond a limit, questions are refused. Empty: no quota.',
    settings: {
      'quota.questionsPerDay': { label: 'Questions a day', hint: 'Accepted questions.' },
      'quota.tokensPerDay': { label: 'Tokens a day', hint: 'Of model calls, in and out together.' },
      'quota.usdPerDay': { label: '$ a day', hint: 'Of model calls whose price is known.' },
    },
  },
  {
    title: 'What models read',
    about: 'Beside the schema.',
    settings: {
      sendRows: {
        label: 'Models may see values of the database',
        hint: 'Rows, examples, looked-up values. Without it no value leaves the database.',
      },
      schemaOrder: {
        label: 'Order of the schema',
        hint: 'For those who write SQL. Fixed orders let providers cache prompts.',
        choices: { fixed: 'Three fixed orders', shuffled: 'Shuffled in each call' },
      },
      schemaTokens: {
        label: 'Tokens of the schema',
        hint: 'Of a larger one, models see the tables that the question needs. Stronger models get twice as many.',
      },
      'relevantEvidence.top': {
        label: 'Evidence',
        hint: 'Most notes of the workspace in prompts, the most similar first.',
      },
      'relevantEvidence.threshold': {
        label: 'Least similarity of evidence',
        hint: '0 accepts any note, 1 only the same words.',
      },
      'relevantGoldSqls.top': { label: 'Gold SQLs', hint: 'Most gold SQLs in prompts, the most similar first.' },
      'relevantGoldSqls.threshold': {
        label: 'Least similarity of gold SQLs',
        hint: '0 accepts any, 1 only the same question.',
      },
    },
  },
  {
    title: 'In the database',
    about: 'Limits and permissions of statements. SQL never writes.',
    settings: {
      statementTimeoutMs: { label: 'Statement timeout, ms', hint: 'Of one SQL.' },
      maxRows: { label: 'Row limit', hint: 'Of one result.' },
      maxExportRows: { label: 'Export limit', hint: 'Rows of one CSV file.' },
      allowSystemCatalogs: {
        label: 'SQL may read the system catalogs',
        hint: 'Which list users, settings, other tables.',
      },
      allowFunctions: {
        label: 'Functions of your own',
        hint: 'That SQL may call beside the built-in ones that are safe; one per line, with or without its schema.',
      },
      allowExtensions: {
        label: 'Extensions',
        hint: 'Whose functions, operators and types SQL may use as if built in; one per line.',
      },
    },
  },
  {
    title: 'Webhook and links',
    about: 'Where answers go beside this page.',
    settings: {
      'onFinish.url': {
        label: 'Webhook',
        hint: 'Receives the end of each question. Operators allow its host. Empty: none.',
      },
      'onFinish.values': {
        label: 'Send the record to the webhook',
        hint: 'With SQL and values of the database; never where answers depend on who asks.',
      },
      links: {
        label: 'Answers may be linked',
        hint: 'Until a link expires, whoever has it sees the answer and its rows without a key.',
      },
      'links.frames': {
        label: 'Pages that may frame linked answers',
        hint: 'Origins, such as https://app.example; one per line.',
      },
    },
  },
  {
    title: 'To repeat a run',
    about: '',
    settings: { seed: { label: 'Seed', hint: 'Seed of all random choices. Empty: a new one per question.' } },
  },
];
