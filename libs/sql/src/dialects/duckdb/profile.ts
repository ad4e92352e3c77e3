import {
  commonGrammarWords,
  commonTypes,
  forbidden,
  symbols,
  type TokenProfile,
} from '../../guard/tokens/token-profile.js';
import { wordSet } from '../../word-set.js';
import { calls } from './calls.js';
import { functions } from './functions.js';

export const profile: TokenProfile = {
  startWords: wordSet('select with values from table pivot unpivot summarize describe'),
  forbiddenWords: forbidden({
    into: 'into',
    'not-a-read': `insert update delete merge copy attach detach pragma install vacuum export import checkpoint summarize
      describe show alter drop create truncate explain prepare execute deallocate`,
    construct: 'returning pivot unpivot pivot_wider pivot_longer',
  }),
  functions,
  calls,
  grammarWords: wordSet(
    commonGrammarWords,
    `exclude rename qualify similar to array using key pivot
    unpivot summarize describe repeatable percent rows interval nulls`,
  ),
  ownTypes: false,
  types: wordSet(commonTypes, 'hugeint uhugeint boolean string uuid interval struct map union bpchar'),
  nestedTypes: new Set(['struct']),
  methods: true,
  symbols: symbols(
    '[',
    ']',
    '{',
    '}',
    ':',
    '::',
    ':=',
    '=>',
    '==',
    '<<',
    '>>',
    '->',
    '->>',
    '**',
    '^',
    '//',
    '~~',
    '@>',
    '<@',
    '^@',
    '&&',
    '~~*',
    '!~~',
    '!~~*',
    '~~~',
    '#',
    '@',
    '!',
  ),
  systemSchemas: wordSet('information_schema pg_catalog system temp'),
  systemNames: /^(?:duckdb_|pragma_|sqlite_|pg_)/,
  virtualTables: wordSet(''),
  sequenceAttributes: wordSet(''),
  stringsNameTables: false,
  fileNames:
    /[/\\:*?]|\.(?:csv|tsv|txt|parquet|jsonl?|ndjson|geojson|xlsx?|gz|zst|db|duckdb|arrows?|feather|avro|orc|vortex)$/i,
  maxNameParts: 3,
  packages: null,
};
