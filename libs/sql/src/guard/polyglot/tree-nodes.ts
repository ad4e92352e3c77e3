import { wordSet } from '../../word-set.js';

export const statementKinds = wordSet('select union intersect except values subquery paren');

const queries = `select union intersect except values subquery paren table from join joined_table where group_by having
  order_by limit offset fetch limit_options with cte ordered window window_spec over within_group filter distinct
  lateral apply pivot pivot_alias unpivot unpivot_columns table_alias table_sample table_from_rows with_table_hint
  index_table_hint connect prior connect_by_root pseudocolumn cube rollup grouping_sets group`;

const expressions = `literal boolean null identifier column star alias aliases cast try_cast collation case and or not add
  sub mul div int_div mod eq neq lt lte gt gte like i_like match match_against bitwise_and bitwise_or bitwise_xor bitwise_not
  bitwise_left_shift bitwise_right_shift concat adjacent neg in between is_null is_true is_false is_json is exists any
  all member_of null_safe_eq null_safe_neq glob similar_to operator array tuple interval interval_span interval_op
  time_unit data_type oracle_data_type query_option var xor at_time_zone byte_string hex_string_expr introducer convert convert_to_charset
  named_argument dot overflow_truncate_behavior decode_case subscript array_slice array_func map_func lambda qualify unnest comprehension
  columns slice array_overlaps array_contains_all array_contained_by`;

// Kinds of calls; the token check judges their names.
const functions = `function method_call aggregate_function window_function anonymous concat_ws substring upper lower length trim l_trim
  r_trim replace reverse left right repeat lpad rpad regexp_like regexp_replace regexp_extract overlay abs round floor
  ceil power sqrt cbrt ln log exp sign greatest least current_date current_time current_timestamp
  current_timestamp_l_t_z current_datetime localtime localtimestamp systimestamp date_add date_sub date_diff date_trunc
  extract to_date to_timestamp date time coalesce null_if nullif if_func if_null nvl nvl2 count sum avg min max
  group_concat string_agg list_agg array_agg count_if sum_if stddev stddev_pop stddev_samp variance var_pop var_samp
  median mode first last any_value approx_distinct approx_count_distinct cardinality logical_and logical_or row_number rank
  dense_rank n_tile ntile lead lag first_value last_value nth_value percent_rank cume_dist percentile_cont
  percentile_disc contains starts_with ends_with position initcap ascii chr char_func soundex levenshtein byte_length
  hex unicode mod_func random rand trunc_func pi radians degrees sin cos tan asin acos atan atan2 decode date_format
  format_date year month day hour minute second day_of_week day_of_month day_of_year week_of_year quarter week
  add_months months_between last_day next_day epoch from_unixtime unix_timestamp make_date session_user current_user
  s_h_a s_h_a2 m_d5_digest json_extract json_extract_scalar json_array json_object json_query json_value
  json_array_length json_keys json_type json_set json_insert json_remove json_merge_patch json_array_agg
  json_object_agg j_s_o_n_object j_s_o_n_object_agg j_s_o_n_array j_s_o_n_array_agg j_s_o_n_value j_s_o_n_table
  j_s_o_n_schema j_s_o_n_column_def j_s_o_n_key_value j_s_o_n_exists j_s_o_n_extract j_s_o_n_extract_scalar
  j_s_o_n_type j_s_o_n_set j_s_o_n_remove j_s_o_n_keys j_s_o_n_array_append j_s_o_n_array_contains
  j_s_o_n_array_insert j_s_o_n_cast j_s_o_n_format format_j_s_o_n open_j_s_o_n open_j_s_o_n_column_def parse_json to_json typeof
  bitwise_count bitwise_and_agg bitwise_or_agg bitwise_xor_agg grouping grouping_id to_char to_number pad translate
  string_func generate_series substring_index stuff str_position instr str_to_date str_to_time str_to_unix time_to_str
  unix_to_time unix_to_str date_str_to_date date_from_parts time_from_parts timestamp_from_parts ts_or_ds_to_date
  ts_or_ds_add ts_or_ds_diff timestamp_add timestamp_sub timestamp_diff timestamp_trunc time_add time_sub time_diff
  time_trunc datetime datetime_add datetime_sub datetime_diff datetime_trunc timestamp dayname monthname regexp_count
  regexp_instr regexp_split regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_sxx regr_sxy regr_syy regr_slope
  corr covar_pop covar_samp width_bucket quantile uuid unhex from_base to_base64 base64_encode utc_date utc_time
  utc_timestamp elt encode x_m_l_element parameterized_agg combined_agg_func combined_parameterized_agg
  cast_to_str_type string_to_array standard_hash compress
  convert_timezone format number_to_str epoch_ms array_append array_contains array_distinct array_intersect array_length
  array_position array_prepend array_reverse element_at map_from_entries map_keys map_values`;

export const readingKinds = wordSet(queries, expressions, functions);

export const plainStructures = wordSet(
  'this expressions args name value kind type num_buckets Custom Preceding Following',
);
