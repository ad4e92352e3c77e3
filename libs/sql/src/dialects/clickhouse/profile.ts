import {
  commonGrammarWords,
  commonTypes,
  forbidden,
  symbols,
  type TokenProfile,
} from '../../guard/tokens/token-profile.js';
import { wordSet } from '../../word-set.js';
import { functions, tableFunctions } from './functions.js';
import { checkStatement } from './statement-check.js';

export const profile: TokenProfile = {
  startWords: wordSet('select with from'),
  forbiddenWords: forbidden({
    into: 'into outfile',
    'not-a-read': `insert update delete alter create drop truncate attach detach optimize explain describe show exchange
      undrop execute revoke`,
    construct: 'infile',
  }),
  functions,
  tableFunctions,
  arrayJoins: true,
  check: checkStatement,
  grammarWords: wordSet(
    commonGrammarWords,
    `with prewhere qualify columns apply replace interpolate final sample array any global div mod regexp rlike ilike top
     interval step fill to totals using asof semi anti paste lateral nulls`,
  ),
  ownTypes: false,
  types: wordSet(commonTypes, 'string uuid ipv4 ipv6 date32 time64 datetime32 bool nothing point ring polygon'),
  symbols: symbols('[', ']', '?', ':', '::', '==', '->', '<=>', '.:', '^'),
  systemSchemas: wordSet('system information_schema'),
  systemNames: /^\.inner/,
  virtualTables: wordSet(''),
  sequenceAttributes: wordSet(''),
  stringsNameTables: false,
  // `clickhouse local` opens files by their names.
  fileNames: /[/\\:*?]|\.(?:csv|tsv|txt|parquet|jsonl?|ndjson|xml|gz|zst|avro|orc|arrows?|native)$/i,
  maxNameParts: 2,
  packages: null,
};
