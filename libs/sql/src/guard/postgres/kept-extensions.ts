import { wordSet } from '../../word-set.js';

/** Extensions whose members only compute: they count as built in. */
const keptExtensions = wordSet(
  `btree_gin btree_gist citext cube dict_int dict_xsyn earthdistance fuzzystrmatch h3 h3_postgis hstore intagg intarray
  isn ltree pg_trgm pgcrypto postgis postgis_topology prefix seg semver unaccent uuid-ossp vector`,
);

/** Members of those that reach files, the network, the session, other tables, or change anything. */
const unsafeMembers =
  /^(?:set_limit|isn_weak|addauth|addgeometrycolumn|addrastercolumns|checkauth|checkauthtrigger|disablelongtransactions|dropgeometrycolumn|dropgeometrytable|enablelongtransactions|find_srid|geometry_columns.*|gettransactionid|lockrow|longtransactionsenabled|unlockrows|populate_geometry_columns|updategeometrysrid|st_estimatedextent|st_findextent|postgis_.*|_postgis_.*|createtopology|droptopology|copytopology|topo.*|addtopogeometrycolumn|droptopogeometrycolumn|addedge|addface|addnode|st_add.*|st_rem.*|st_mod.*|st_move.*|st_new.*|st_change.*|st_createtopogeo|st_inittopogeo|st_fromgdalraster|st_simplifypreservetopology_unsafe|unaccent_init)$/;

/** Members of PostGIS that the pattern for topologies hits although they compute. */
const safeMembers = wordSet(`st_addpoint st_addmeasure st_removepoint st_removerepeatedpoints
  st_removeirrelevantpointsforview st_removesmallparts postgis_geos_noop postgis_addbbox postgis_noop`);

/** Whether a member of this extension counts as built in. */
export function isKeptMember(extension: string | null, name: string, allowed: readonly string[] = []): boolean {
  if (extension === null) return false;
  if (allowed.includes(extension)) return true;
  return keptExtensions.has(extension) && (safeMembers.has(name) || !unsafeMembers.test(name));
}
