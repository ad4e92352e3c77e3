import { RequestProblem } from '@assay/contracts';
import type { IncomingHttpHeaders } from 'node:http';

/** `Sec-Fetch-Site` of requests of our own page, and of a typed address. */
const OWN_SITES = new Set(['same-origin', 'none']);

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Blocks other sites' pages if no key is required. `Host` reveals DNS rebinding, `Origin` cross-site requests,
 * `Sec-Fetch-Site` also images and links.
 */
export function requireLoopback(headers: IncomingHttpHeaders): void {
  if (!LOOPBACK.has(hostName(headers.host ?? ''))) {
    throw new RequestProblem(
      403,
      'HOST_NOT_SERVED',
      'Without API keys only loopback hosts are served; set ASSAY_API_KEYS.',
    );
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && !OWN_SITES.has(String(site))) {
    throw new RequestProblem(403, 'ORIGIN_NOT_SERVED', 'Without API keys pages of other sites are not served.');
  }
  const { origin } = headers;
  if (origin !== undefined && !LOOPBACK.has(hostName(origin.replace(/^https?:\/\//, '')))) {
    throw new RequestProblem(403, 'ORIGIN_NOT_SERVED', 'Without API keys pages of other origins are not served.');
  }
}

function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}
