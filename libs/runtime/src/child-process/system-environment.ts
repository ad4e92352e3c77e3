/** Windows starts no process without knowing where it is installed; nothing else of the environment is passed on. */
export function systemEnvironment(): NodeJS.ProcessEnv {
  const root = process.env['SystemRoot'];
  return root === undefined ? {} : { SystemRoot: root };
}
