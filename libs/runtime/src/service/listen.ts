import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError, type ConfigProblem } from '../config/config-error.js';
import type { HttpConfig } from '../config/config.js';

const PROBLEMS: { readonly [code: string]: (http: HttpConfig) => ConfigProblem } = {
  EADDRINUSE: ({ host, port }) => ({
    variable: 'PORT',
    message: `${port} is taken on ${host}; choose another one, or 0 for any that is free`,
  }),
  EACCES: ({ port }) => ({ variable: 'PORT', message: `${port} may not be listened on by this user` }),
  EADDRNOTAVAIL: notHere,
  EAFNOSUPPORT: notHere,
  ENOTFOUND: notHere,
  EAI_AGAIN: notHere,
};

/** @throws ConfigError naming PORT or HOST */
export async function listenOn<Result>(
  http: HttpConfig,
  listen: (port: number, host: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await listen(http.port, http.host);
  } catch (error) {
    const problem = PROBLEMS[(error as NodeJS.ErrnoException).code ?? '']?.(http);
    throw problem === undefined ? error : new ConfigError([problem]);
  }
}

/**
 * Tries the address before anything starts.
 * @throws ConfigError naming PORT or HOST
 */
export async function checkAddress(http: HttpConfig): Promise<void> {
  await listenOn(http, async (port, host) => {
    const probe = createServer().listen(port, host);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  });
}

function notHere({ host }: HttpConfig): ConfigProblem {
  return { variable: 'HOST', message: `${host} is no address of this machine` };
}
