import { wordSet } from '../../word-set.js';

/** Pure, treated as built in. */
const keptExtensions = wordSet(
  `btree_gin btree_gist citext cube dict_int dict_xsyn earthdistance fuzzystrmatch h3 h3_postgis hstore intagg intarray
  isn ltree pg_trgm pgcrypto postgis prefix seg semver unaccent uuid-ossp vector`,
);

/** With side effects or access to files, network, session or other tables. */
const unsafeMembers =
  /^(?:set_limit|isn_weak|addauth|st_fromflatgeobuftotable|transform_geometry|st_transformpipeline|st_inversetransformpipeline|addgeometrycolumn|checkauth|checkauthtrigger|disablelongtransactions|dropgeometrycolumn|dropgeometrytable|enablelongtransactions|find_srid|gettransactionid|lockrow|longtransactionsenabled|unlockrows|populate_geometry_columns|updategeometrysrid|st_estimatedextent|st_findextent|_?postgis_.*)$/;

export function isKeptMember(extension: string | null, name: string, allowed: readonly string[] = []): boolean {
  if (extension === null) return false;
  if (allowed.includes(extension)) return true;
  return keptExtensions.has(extension) && !unsafeMembers.test(name);
}
