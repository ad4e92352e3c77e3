import { CLIENT_ID } from '@assay/testing';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Signer {
  key: CryptoKey;
  jwk: JWK;
}

export class TokenIssuer {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    private signer: Signer,
  ) {}

  keyRequests = 0;
  /** The answer of the token endpoint to any code. */
  idToken = '';

  static async start(): Promise<TokenIssuer> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const issuer = new TokenIssuer(server, url, await newSigner());
    server.on('request', (request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(issuer.answer(request.url)));
    });
    return issuer;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private answer(path: string | undefined): object {
    if (path === '/.well-known/openid-configuration') return discoveryOf(this.url);
    if (path === '/token') return { access_token: 'any', token_type: 'bearer', expires_in: 60, id_token: this.idToken };
    this.keyRequests += 1;
    return { keys: [this.signer.jwk] };
  }

  async rotate(): Promise<void> {
    this.signer = await newSigner();
  }

  get publicKey(): JWK {
    return this.signer.jwk;
  }

  async token(subject: string, claims: object = {}, header: object = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: this.url, aud: CLIENT_ID, sub: subject, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: this.signer.jwk.kid, ...header })
      .sign(this.signer.key);
  }
}

async function newSigner(): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const kid = crypto.randomUUID();
  return { key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}

function discoveryOf(url: string): object {
  return {
    issuer: url,
    jwks_uri: `${url}/keys`,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}
