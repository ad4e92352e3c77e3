import { RequestProblem } from '@assay/contracts';
import type { IncomingHttpHeaders } from 'node:http';

/** Of our own page, or without one: an address that somebody typed. */
const OWN_SITES = new Set(['same-origin', 'none']);

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Keeps web pages of other sites out where no key does: a name that was made to resolve to this machine shows in
 * `Host`, a request sent from another site's page in `Origin`, and any that a browser sends in `Sec-Fetch-Site`, also
 * those without an origin (images, links) and those of other ports of this machine.
 *
 * @throws RequestProblem 403
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
