/** Empty for children, except that Windows needs its install path. */
export function systemEnvironment(): NodeJS.ProcessEnv {
  const root = process.env['SystemRoot'];
  return root === undefined ? {} : { SystemRoot: root };
}
