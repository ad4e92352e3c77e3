/** Functions that syntax, keywords and built-in macros find by name; an own macro replaces them. */
const CALLS: readonly (readonly [callers: string, functions: string])[] = [
  // syntax
  ['like', '~~ !~~'],
  ['ilike', '~~* !~~*'],
  ['escape', 'like_escape not_like_escape ilike_escape not_ilike_escape'],
  ['glob', '~~~'],
  ['similar ~ !~', 'regexp_full_match'],
  ['in', 'contains'],
  ['any some all', 'unnest contains'],
  ['all', 'list_filter'],
  ['percentile_cont', 'quantile_cont'],
  ['percentile_disc', 'quantile_disc'],
  [
    '[',
    'list_value list_apply list_filter struct_extract struct_pack list_extract array_extract list_slice array_slice',
  ],
  ['array', 'list_value array_agg'],
  ['* columns table summarize describe pivot unpivot', 'list_filter'],
  ['{', 'struct_pack'],
  ['map', 'map list_value'],
  ['(', 'row'],
  ['count', 'count_star'],
  ['pivot unpivot', 'list unpivot_list'],
  ['extract', 'date_part'],
  ['at', 'timezone'],
  ['trim', 'trim ltrim rtrim'],
  ['position', 'position instr strpos'],
  ['substring', 'substring'],
  ['overlay', 'overlay'],
  [
    'interval',
    `to_years to_months to_days to_hours to_minutes to_seconds to_milliseconds to_microseconds to_weeks to_quarters
     to_decades to_centuries to_millennia trunc`,
  ],
  ['!', '!__postfix'],
  // keywords
  ...`current_catalog current_date current_role current_schema current_user session_user user`
    .split(' ')
    .map((word): [string, string] => [word, word]),
  ['current_catalog', 'current_database'],
  ['user', 'current_user'],
  ['current_time', 'get_current_time'],
  ['current_timestamp', 'get_current_timestamp'],
  ['localtime', 'current_localtime'],
  ['localtimestamp', 'current_localtimestamp'],
  // macros
  ['array_append', 'list_append'],
  ['array_pop_back', '- len array_slice list_slice'],
  ['array_pop_front list_reverse', 'array_slice list_slice'],
  ['array_prepend', 'list_prepend'],
  ['array_push_back array_push_front list_append list_prepend', 'list_concat list_value'],
  ['array_reverse', 'list_reverse'],
  ['array_to_string', 'len list_aggr'],
  ['date_add', '+'],
  ['days_in_month', 'day last_day'],
  ['fdiv', 'floor /'],
  ['fmod', '- * floor /'],
  ['generate_subscripts', 'unnest generate_series array_length'],
  ['geomean', 'exp avg ln'],
  ['geometric_mean', 'geomean'],
  ['json', 'json_extract'],
  ['json_group_array', '|| string_agg to_json'],
  ['json_group_object', '|| string_agg to_json error'],
  ['json_group_structure', 'json_structure json_group_array ->'],
  [
    `list_any_value list_avg list_count list_first list_last list_max list_median list_min list_mode list_product
     list_stddev_pop list_stddev_samp list_string_agg list_sum list_var_pop list_var_samp`,
    'list_aggr',
  ],
  ['map_contains_entry', 'contains map_entries struct_pack'],
  ['map_contains_value', 'contains map_values'],
  ['pg_typeof', 'lower typeof'],
  ['round_even', '% * abs power + round /'],
  ['roundbankers', 'round_even'],
  ['split_part', 'string_split array_extract list_extract'],
  ['weighted_avg', '/ sum *'],
  ['wavg', 'weighted_avg'],
];

export const calls: ReadonlyMap<string, ReadonlySet<string>> = closed();

function closed(): Map<string, Set<string>> {
  const direct = new Map<string, Set<string>>();
  for (const [callers, functions] of CALLS) {
    for (const caller of callers.trim().split(/\s+/)) {
      direct.set(caller, new Set([...(direct.get(caller) ?? []), ...functions.trim().split(/\s+/)]));
    }
  }
  for (const reached of direct.values()) {
    // Grows during iteration.
    for (const name of reached) for (const next of direct.get(name) ?? []) reached.add(next);
  }
  return direct;
}
