import { wordSet } from '../../word-set.js';
import {
  commonGrammarWords,
  commonTypes,
  forbidden,
  symbols,
  type TokenProfile,
} from '../../guard/tokens/token-profile.js';

/**
 * Pure functions. Excludes load_extension, readfile, writefile, edit, fts3_tokenizer, zipfile, pragma functions and
 * connection state.
 */
const functions = wordSet(
  `abs avg char coalesce concat concat_ws count cume_dist current_date current_time current_timestamp date datetime
  dense_rank first_value format glob group_concat hex if ifnull iif instr julianday lag last_value lead length like
  likelihood likely lower ltrim max median min nth_value ntile nullif octet_length percent_rank percentile
  percentile_cont percentile_disc printf quote random randomblob rank replace round row_number rtrim sign soundex
  strftime string_agg substr substring sum time timediff total trim typeof unhex unicode unistr
  unistr_quote unixepoch unlikely upper zeroblob cast match
  acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power
  radians sin sinh sqrt tan tanh trunc stddev variance
  json json_array json_array_length json_each json_error_position json_extract json_group_array json_group_object
  json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_tree json_type
  json_valid jsonb jsonb_array jsonb_each jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object
  jsonb_patch jsonb_remove jsonb_replace jsonb_set jsonb_tree bm25 highlight snippet generate_series regexp offsets matchinfo`,
);

export const profile: TokenProfile = {
  startWords: wordSet('select with values'),
  forbiddenWords: forbidden({ into: 'into', 'not-a-read': 'insert update delete', construct: 'returning raise' }),
  functions,
  grammarWords: wordSet(commonGrammarWords, 'match regexp glob isnull notnull indexed'),
  ownTypes: false,
  types: wordSet(commonTypes, 'boolean date'),
  symbols: symbols('<<', '>>', '==', '->', '->>'),
  systemSchemas: wordSet(''),
  systemNames: /^(?:sqlite_|pragma_)/,
  // Read files, raw pages or connection state.
  virtualTables: wordSet('dbstat fsdir zipfile csv completion bytecode tables_used wholenumber vtablog'),
  sequenceAttributes: wordSet(''),
  stringsNameTables: true,
  maxNameParts: 2,
  recursesWithoutWord: true,
  packages: null,
};
