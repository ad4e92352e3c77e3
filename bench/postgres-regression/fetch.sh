#!/usr/bin/env bash
# Fetches PostgreSQL's regression statements from Debian's source package and puts them through the guard: how many
# writes it allows (none), and which share of plain reads. Needs apt and a build; changes nothing of the system.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
package="${1:-postgresql-15}"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/parts" "$folder/lists/partial" "$folder/source"

# The machine's own sources, asked for source packages, in lists of their own.
for file in /etc/apt/sources.list.d/*.sources; do
  [ -e "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" >"$folder/parts/$(basename "$file")"
done
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  if [ -e "$file" ]; then sed -n 's/^deb /deb-src /p' "$file" >"$folder/parts/$(basename "$file" .list).list"; fi
done
options=(-o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$folder/parts" -o "Dir::State::Lists=$folder/lists"
  -o "APT::Sandbox::User=root")
apt-get "${options[@]}" update -qq
# A mirror may list a version that it does not hold (yet): the next one does as well.
cd "$folder/source"
for version in $(apt-cache "${options[@]}" showsrc "$package" | sed -n 's/^Version: //p' | sort -rVu); do
  if apt-get "${options[@]}" source -qq --download-only "$package=$version" >&2; then break; fi
done
cd "$here"
tar -xf "$folder"/source/*.orig.tar.* -C "$folder/source" --wildcards '*/src/test/regress/sql/*.sql' \
  '*/src/include/catalog/pg_proc.dat'
statements="$(dirname "$(find "$folder/source" -name select.sql | head -1)")"
# Free of side effects for sure: every function of the name is IMMUTABLE, which is what the catalog file leaves out.
node -e '
  const [file, list] = process.argv.slice(1);
  const { readFileSync, writeFileSync } = require("node:fs");
  const entries = readFileSync(file, "utf8").split(/^\{ oid/m).slice(1);
  const nameOf = (entry) => /proname => .([^\x27]+)/.exec(entry)[1];
  const changing = new Set(entries.filter((entry) => entry.includes("provolatile")).map(nameOf));
  writeFileSync(list, JSON.stringify(entries.map(nameOf).filter((name) => !changing.has(name))));
' "$(find "$folder/source" -name pg_proc.dat)" "$statements/functions.json"
node "$here/main.mjs" "$statements"
