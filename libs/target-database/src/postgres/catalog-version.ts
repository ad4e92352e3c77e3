/** Ids below this one are given at initdb: what has one is built in, whatever its schema. */
export const FIRST_OWN_ID = 16384;

const OWN = `oid >= '${FIRST_OWN_ID}'::pg_catalog.oid`;

/** What gives names their meaning. Rows of tables and arrays are left out: temporary tables make them all the time. */
const COMPARED = [
  `pg_proc where ${OWN}`,
  `pg_operator where ${OWN}`,
  `pg_cast where ${OWN}`,
  `pg_type where ${OWN} and typrelid = '0'::pg_catalog.oid and typelem = '0'::pg_catalog.oid`,
  `pg_constraint where ${OWN} and contypid <> '0'::pg_catalog.oid`,
  `pg_opclass where ${OWN}`,
  `pg_amproc where ${OWN}`,
  `pg_rewrite where ${OWN}`,
];

/** One text out of how many there are of each and who wrote them last: any change of one changes it. */
export const CATALOG_VERSION = COMPARED.map(
  (rows) =>
    `(select pg_catalog.count(*)::pg_catalog.text || '/' ||
             coalesce(pg_catalog.sum(pg_catalog.hashtext(xmin::pg_catalog.text)), 0)::pg_catalog.text
        from pg_catalog.${rows})`,
).join(" || ' ' || ");

/** Fails where the version is not the one given, so that what follows in the pipeline is not even parsed. */
export const REQUIRE_VERSION = `
  select 1 / (case when ${CATALOG_VERSION} = $1::pg_catalog.text then 1 else 0 end)`;
