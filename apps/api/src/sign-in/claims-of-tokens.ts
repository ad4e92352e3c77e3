import type { OidcConfig } from '@assay/runtime';
import {
  fetchUserInfo,
  type Configuration,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { personClaims, type PersonClaims } from '../people/caller-of-claims.js';

export type TokenSet = TokenEndpointResponse & TokenEndpointResponseHelpers;

/**
 * Claims of the ID token and the user info endpoint: providers put roles in either; a claim in neither has no values.
 * Null if the provider gave neither.
 */
export async function claimsOfTokens(
  client: Configuration,
  tokens: TokenSet,
  subject: string,
  settings: OidcConfig,
): Promise<PersonClaims | null> {
  const claims = tokens.claims();
  const asks = client.serverMetadata().userinfo_endpoint !== undefined;
  if (claims === undefined && !asks) return null;
  const more = asks ? await fetchUserInfo(client, tokens.access_token, subject) : {};
  const { roles, groups, ...rest } = personClaims({ ...more, ...claims }, settings);
  return { ...rest, roles: roles ?? [], groups: groups ?? [] };
}
