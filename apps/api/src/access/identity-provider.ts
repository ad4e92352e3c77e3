import { Injectable } from '@nestjs/common';
import { InfrastructureError, RequestProblem } from '@assay/contracts';
import { SUBJECT_FORM } from '@assay/contracts/requests';
import { InjectConfig, InjectLogger, type Config, type Logger, type OidcConfig } from '@assay/runtime';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions, type RemoteJWKSet } from 'jose';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client';

/** Asymmetric only: with HMAC the provider's public key would sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Tolerated difference of clocks. */
const SKEW_SECONDS = 30;
/** Logout tokens have another. */
const TOKEN_TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Unknown keys cause at most one request for keys in this time. */
const KEYS_MS = 1000;
const DISCOVERY_SECONDS = 5;

export type Claims = JWTPayload & { sub: string };

interface Discovered {
  client: Configuration;
  keys: RemoteJWKSet;
}

/** OpenID Connect: discovery on first use, keys cached and fetched again when unknown. */
@Injectable()
export class IdentityProvider {
  private discovered: Promise<Discovered> | null = null;

  constructor(
    @InjectConfig() private readonly config: Config,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Null: only keys are accepted. */
  get settings(): OidcConfig | null {
    return this.config.http.oidc;
  }

  async client(): Promise<Configuration> {
    return (await this.discover()).client;
  }

  async verifyBearer(token: string): Promise<Claims> {
    const { payload, type } = await this.verify(token, { audience: this.settings?.audiences ?? [] });
    // `events`: a logout token; `cnf`: proof of possession, which is not checked here
    const isForUse = TOKEN_TYPES.has(type) && payload['events'] === undefined && payload['cnf'] === undefined;
    if (!isForUse) throw unauthorized('it is not an access or ID token');
    return payload;
  }

  /** Verifies signature, issuer, times and, unless others are required, subject. */
  async verify(
    token: string,
    options: Pick<JWTVerifyOptions, 'audience' | 'requiredClaims' | 'maxTokenAge'>,
  ): Promise<{ payload: Claims; type: string }> {
    const { client, keys } = await this.discover();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        requiredClaims: ['exp', 'sub'],
        ...options,
        issuer: client.serverMetadata().issuer,
        algorithms: ALGORITHMS,
        clockTolerance: SKEW_SECONDS,
      });
      if (payload.sub !== undefined && !SUBJECT_FORM.test(payload.sub))
        throw unauthorized('its subject is not a short text');
      return { payload: payload as Claims, type: (protectedHeader.typ ?? 'jwt').toLowerCase() };
    } catch (error) {
      if (error instanceof RequestProblem) throw error;
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw this.unreachable(error);
      throw unauthorized(error.message);
    }
  }

  private discover(): Promise<Discovered> {
    this.discovered ??= this.load().catch((error: unknown) => {
      this.discovered = null;
      throw this.unreachable(error);
    });
    return this.discovered;
  }

  private async load(): Promise<Discovered> {
    const { issuer, clientId, clientSecret } = this.settings as OidcConfig;
    const client = await discovery(new URL(issuer), clientId, undefined, authenticationOf(clientSecret), {
      timeout: DISCOVERY_SECONDS,
      // the configuration accepts http on this machine only
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });
    const { jwks_uri: address } = client.serverMetadata();
    if (address === undefined) throw new Error('the provider names no keys (jwks_uri)');
    // ID tokens come over TLS from the provider; their signature is also checked
    enableNonRepudiationChecks(client);
    return { client, keys: createRemoteJWKSet(new URL(address), { cooldownDuration: KEYS_MS }) };
  }

  private unreachable(err: unknown): InfrastructureError {
    this.logger.warn({ err }, 'the identity provider could not be asked');
    return new InfrastructureError('IDENTITY_PROVIDER_UNREACHABLE', 'The identity provider does not answer.');
  }
}

/** In the body, or as Basic credentials where the provider names only these. */
function authenticationOf(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
    return (isBasic ? basic : post)(server, ...request);
  };
}

function unauthorized(why: string): RequestProblem {
  return new RequestProblem(401, 'UNAUTHORIZED', `The token is not valid: ${why}.`);
}
