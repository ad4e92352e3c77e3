/** Where clients find the issuer of tokens (RFC 9728). */
export interface ProtectedResource {
  url: string;
  issuer: string;
}

/** Null: keys only. */
export function protectedResource(environment: NodeJS.ProcessEnv): ProtectedResource | null {
  const { ASSAY_OIDC_ISSUER: issuer, ASSAY_MCP_URL: url } = environment;
  return issuer && url ? { issuer, url } : null;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Metadata in JSON for a request's path; null for other paths. */
export function resourceMetadata(pathname: string, { url, issuer }: ProtectedResource): string | null {
  if (pathname !== WELL_KNOWN && pathname !== `${WELL_KNOWN}${new URL(url).pathname}`) return null;
  return JSON.stringify({ resource: url, authorization_servers: [issuer], bearer_methods_supported: ['header'] });
}

/** The `WWW-Authenticate` header of a 401. */
export function challenge(resource: ProtectedResource | null): string {
  if (resource === null) return 'Bearer';
  const { origin, pathname } = new URL(resource.url);
  return `Bearer resource_metadata="${origin}${WELL_KNOWN}${pathname}"`;
}
