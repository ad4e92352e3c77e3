import { wordSet } from '../../word-set.js';
import { mariadbFunctions, mysqlFunctions } from './functions.js';
import {
  commonGrammarWords,
  commonTypes,
  forbidden,
  symbols,
  type TokenProfile,
} from '../../guard/tokens/token-profile.js';

const mysqlFamily = {
  startWords: wordSet('select with values table'),
  // All reserved words. Others cannot start a second statement without a semicolon.
  forbiddenWords: forbidden({
    into: 'into outfile dumpfile',
    'not-a-read': 'insert update delete replace load call alter create drop grant revoke rename unlock kill',
    locking: 'lock',
    construct: 'procedure purge undo trigger infile',
  }),
  grammarWords: wordSet(
    commonGrammarWords,
    'xor div mod rlike regexp sounds binary against match of row index key ignore force use partition interval columns nested',
  ),
  ownTypes: false,
  types: wordSet(commonTypes, 'signed unsigned mediumint year enum set json uuid vector'),
  symbols: symbols('!', '^', '&&', '<<', '>>', '<=>', '->', '->>'),
  systemSchemas: wordSet('mysql information_schema performance_schema sys'),
  systemNames: /(?!)/,
  virtualTables: wordSet(''),
  // `sequence.NEXTVAL` exists in MariaDB's sql_mode ORACLE.
  sequenceAttributes: wordSet('nextval currval'),
  stringsNameTables: false,
  maxNameParts: 2,
  packages: null,
} satisfies Omit<TokenProfile, 'functions'>;

export const mysqlProfile: TokenProfile = { ...mysqlFamily, functions: mysqlFunctions };
export const mariadbProfile: TokenProfile = { ...mysqlFamily, functions: mariadbFunctions };
