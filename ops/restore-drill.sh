#!/usr/bin/env bash
# Dumps Assay's database, restores it into a new one on another server, and compares: the rows of every table, the
# migrations, the functions. Ends with 1, and says what differs, where the copy is not the original.
#   ops/restore-drill.sh <url of Assay's database> <url of a server to restore on, whose user may create databases>
# Write nothing to the original meanwhile, or rows that came later are told as missing.
set -euo pipefail

from=${1:?the url of the database to dump}
server=${2:?the url of a server to restore on}
name="assay_drill_$(date +%s)_$$"
dump=$(mktemp)
into=$(printf '%s' "$server" | sed -E "s#^([a-z]+://[^/?]+)(/[^?]*)?#\1/$name#")

cleanup() {
  rm -f "$dump"
  psql -qX "$server" -c "drop database if exists $name with (force)" >/dev/null 2>&1 || true
}
trap cleanup EXIT

echo "dumping" >&2
pg_dump --format=custom --no-owner --file="$dump" "$from"
echo "restoring into $name ($(du -h "$dump" | cut -f1))" >&2
psql -qX "$server" -c "create database $name"
pg_restore --no-owner --exit-on-error --dbname="$into" "$dump"

# One line per table with its number of rows, and one per migration and per function.
facts() {
  psql -qXAt "$1" <<'SQL'
select format('select %L || count(*) from %I.%I;', schemaname || '.' || tablename || ' rows: ', schemaname, tablename)
from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1 \gexec
select 'migration ' || name from assay.migrations order by 1;
select 'function ' || p.oid::regprocedure from pg_proc p where p.pronamespace = 'assay'::regnamespace order by 1;
SQL
}

if diff <(facts "$from") <(facts "$into") >&2; then
  echo "restored: $(facts "$into" | grep -c ' rows: ') tables, $(facts "$into" | grep -c '^migration ') migrations"
else
  echo "the copy is not the original" >&2
  exit 1
fi
