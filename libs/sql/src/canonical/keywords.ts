import { wordSet } from '../word-set.js';

/** Lower case. They are names only if quoted or after a dot. */
export const keywords = wordSet(
  `all and any apply as asc at between both by case cast coalesce collate connect cross cube current current_date
  current_time current_timestamp day day_hour dense_rank desc distinct div else end escape except exists extract false
  fetch filter first following for from full glob group grouping having hour in inner intersect interval into is join
  last lateral leading left level like limit match materialized minus minute month natural next not null nulls of
  offset on only option or order outer over partition percent pivot preceding prior range recursive regexp replace
  right rlike rollup row rownum rows second select separator set sets similar some start table then ties to top
  trailing true unbounded union unique unknown unpivot using values when where window with within without xor year
  zone`,
);
