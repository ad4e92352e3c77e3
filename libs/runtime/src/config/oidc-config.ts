import { ROLES } from '@assay/contracts';
import type { ConfigProblem } from './config-error.js';
import type { RoleMapping } from './role-mapping.js';
import type { ParsedEnvironment } from './variables.js';

const SAME_NAMES: RoleMapping = Object.fromEntries(ROLES.map((role) => [role, { [role]: 'all' }]));

export interface OidcConfig {
  issuer: string;
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  audiences: string[];
  /** A claim's name, or the path to it by dots. */
  rolesClaim: string;
  groupsClaim: string;
  scopes: string;
  /** URL of the page; null: people cannot sign in. */
  publicUrl: string | null;
  roles: RoleMapping;
}

/** Null unless issuer and client id are set. */
export function oidcConfig(values: ParsedEnvironment): OidcConfig | null {
  const { ASSAY_OIDC_ISSUER: issuer, ASSAY_OIDC_CLIENT_ID: clientId } = values;
  if (issuer === undefined || clientId === undefined) return null;
  return {
    issuer,
    clientId,
    clientSecret: values.ASSAY_OIDC_CLIENT_SECRET ?? null,
    audiences: values.ASSAY_OIDC_AUDIENCE ?? [clientId],
    rolesClaim: values.ASSAY_OIDC_ROLES_CLAIM ?? 'roles',
    groupsClaim: values.ASSAY_OIDC_GROUPS_CLAIM ?? 'groups',
    scopes: values.ASSAY_OIDC_SCOPES ?? 'openid profile email',
    publicUrl: values.ASSAY_PUBLIC_URL ?? null,
    roles: values.ASSAY_OIDC_ROLES ?? SAME_NAMES,
  };
}

export function oidcProblems(values: ParsedEnvironment): ConfigProblem[] {
  const { ASSAY_OIDC_ISSUER: issuer, ASSAY_OIDC_CLIENT_ID: clientId } = values;
  if ((issuer === undefined) === (clientId === undefined)) return [];
  const [variable, other] =
    issuer === undefined
      ? ['ASSAY_OIDC_ISSUER', 'ASSAY_OIDC_CLIENT_ID']
      : ['ASSAY_OIDC_CLIENT_ID', 'ASSAY_OIDC_ISSUER'];
  return [{ variable, message: `must be set where ${other} is` }];
}
