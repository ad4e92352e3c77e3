import { wordSet } from '../../word-set.js';
import {
  commonGrammarWords,
  commonTypes,
  forbidden,
  symbols,
  type TokenProfile,
} from '../../guard/tokens/token-profile.js';

/**
 * Pure functions of Oracle 23. Excludes packages (UTL_*, DBMS_* except three of DBMS_LOB), URI types, XMLTYPE, XML
 * functions that fetch documents, session context and sequences.
 */
const functions = wordSet(
  `abs acos add_months any_value approx_count_distinct ascii asciistr asin atan atan2 avg bin_to_num bitand bitor bitxor
  bit_and_agg bit_or_agg bit_xor_agg boolean_and_agg boolean_or_agg cardinality cast ceil chartorowid chr coalesce
  collect compose concat convert corr corr_k corr_s cos cosh count covar_pop covar_samp cume_dist current_timestamp
  dbtimezone decode decompose dense_rank dump empty_blob empty_clob every exp extract first first_value floor
  from_tz greatest group_id grouping grouping_id hextoraw initcap instr instrb instrc json_array json_arrayagg
  json_equal json_exists json_mergepatch json_object json_objectagg json_query json_scalar json_serialize json_table
  json_textcontains json_transform json_value lag last last_day last_value lead least length lengthb lengthc listagg
  ln lnnvl localtimestamp log lower lpad ltrim max median min mod months_between nanvl nchr new_time next_day
  nls_initcap nls_lower nls_upper nlssort nth_value ntile nullif numtodsinterval numtoyminterval nvl nvl2 ora_hash
  percent_rank percentile_cont percentile_disc power rank ratio_to_report rawtohex regexp_count regexp_instr
  regexp_like regexp_replace regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx
  regr_sxy regr_syy remainder replace round row_number rowidtochar rowidtonchar rpad rtrim sessiontimezone sign sin
  sinh soundex sqrt standard_hash stats_mode stddev stddev_pop stddev_samp substr substrb substrc sum
  sys_connect_by_path sys_extract_utc sys_guid sysdate systimestamp tan tanh to_binary_double to_binary_float to_blob
  to_boolean to_char to_clob to_date to_dsinterval to_multi_byte to_nchar to_nclob to_number to_single_byte
  to_timestamp to_timestamp_tz to_yminterval translate treat trim trunc tz_offset uid unistr upper validate_conversion
  var_pop var_samp variance vsize width_bucket xmlagg xmlelement xmlforest
  dbms_lob.getlength dbms_lob.instr dbms_lob.substr sdo_geom.sdo_distance sdo_geom.sdo_area`,
);

/**
 * After `USER_` and `ALL_`; listed, because application tables share the prefixes (`user_accounts`). `DBA_` and `CDB_`
 * are reserved.
 */
const dictionaryViews = [
  ...wordSet(
    `all_tables apply arguments assemblies associations audit_trail base_table_mviews capture catalog clusters
  clu_columns coll_types col_comments constraints cons_columns cons_obj_columns context credentials cubes dependencies
  dimensions directories editions encrypted_columns errors extents external_locations external_tables free_space
  global_context hierarchies identifiers indexes indextypes internal_triggers jobs join_ind_columns libraries lobs
  log_groups method_params method_results mining_models mviews nested_tables network_acls objects object_tables
  object_usage obj_audit_opts opbindings operators oparguments outlines parallel_execute_tasks password_limits
  policies policy_contexts policy_groups procedures propagation published_columns queues queue_tables recyclebin
  refresh refs registered_mviews registry role_privs rules rule_sets scheduler_running_jobs segments sequences services
  source source_tables statements stored_settings subscriptions synonyms sys_privs tables tablespaces triggers
  trigger_cols trigger_ordering ts_quotas types unused_col_tabs updatable_columns users ustats varrays views
  warning_settings zonemaps db_links`,
  ),
].join('|');
const dictionaryFamilies =
  '(?:tab|ind|part|subpart|col|lob|mview|type|scheduler|xml|java|json|sqlset|sqlj|sec_relevant|analytic_view|attribute_dim|cube|dim|editioning_view|capture|apply|indextype|repcat|rep|queue|rule|rule_set|change|plsql|sqltune|advisor|datapump|tune)_.*';

export const profile: TokenProfile = {
  startWords: wordSet('select with'),
  forbiddenWords: forbidden({
    into: 'into',
    'not-a-read': 'insert update delete merge',
    // PL/SQL inside WITH.
    construct: 'function procedure begin declare pragma alter create drop grant revoke rename',
    locking: 'lock',
    function: 'nextval currval',
    'foreign-source': 'external',
  }),
  functions,
  grammarWords: wordSet(
    commonGrammarWords,
    `table pivot unpivot xml apply keep prior start with connect columns nested path passing returning error empty null
    multiset containers sample`,
  ),
  ownTypes: true,
  types: wordSet(
    commonTypes,
    'varchar2 nvarchar2 number raw urowid binary_float binary_double interval day second year month',
  ),
  symbols: symbols('^=', '=>', '!'),
  systemSchemas: wordSet('sys system xdb mdsys ctxsys outln dbsnmp apex_public_user wmsys audsys gsmadmin_internal'),
  systemNames: new RegExp(
    `^(?:(?:dba|cdb)_.*|(?:user|all)_(?:${dictionaryViews}|${dictionaryFamilies})|g?v_?\\$.*|x\\$.*|dict|dictionary|dict_columns|cat|tab|cols|obj|session_privs|session_roles|session_context|global_name|nls_(?:session|database|instance)_parameters|product_component_version|plan_table|audit_actions|database_properties)$`,
  ),
  virtualTables: wordSet(''),
  sequenceAttributes: wordSet('nextval currval'),
  stringsNameTables: false,
  maxNameParts: 2,
  recursesWithoutWord: true,
  packages: /^(?:dbms_|utl_|owa|htp$|htf$|apex_|ctx_|sdo_|ord_|wwv_|xmldom$|xslprocessor$|ku\$|standard$)/,
};
