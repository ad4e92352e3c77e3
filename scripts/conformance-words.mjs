const SERVERS = ['postgres', 'mariadb', 'mysql', 'sqlserver', 'oracle', 'clickhouse'];
/** Dialects of schemes with another name. */
const ALIASES = { postgresql: 'postgres', mssql: 'sqlserver' };

/**
 * What `npm run conformance -- …` asks for: nothing, or jest's arguments; a dialect and a url; `clickhouse` alone.
 * @returns the dialect and url (null: none) and jest's arguments, or a problem
 */
export function conformanceOf([dialect = null, ...rest]) {
  const [second] = rest;
  if (!SERVERS.includes(dialect)) {
    const words = dialect === null ? [] : [dialect, ...rest];
    const url = words.find((word) => /^\w+:\/\//.test(word));
    return url === undefined
      ? { dialect: null, url: null, parameters: words }
      : { problem: `Name one of ${SERVERS.join(', ')} before the url.` };
  }
  const scheme = /^(\w+):\/\//.exec(second ?? '')?.[1];
  if (scheme === undefined) {
    if (dialect === 'clickhouse') return { dialect, url: null, parameters: rest };
    return {
      problem: `Give the url of a server: npm run conformance -- ${dialect} ${dialect}://user:password@host/name`,
    };
  }
  const isOwn = (ALIASES[scheme] ?? scheme) === dialect || (dialect === 'mariadb' && scheme === 'mysql');
  if (!isOwn) return { problem: `A url of ${dialect} does not begin with ${scheme}://.` };
  return { dialect, url: second, parameters: rest.slice(1) };
}
