import type { Id, MeView, PersonData, SignedOut, SignInOptions } from '@assay/contracts';
import { path, type HttpTransport, type RequestOptions } from './http-transport.js';

export class PeopleClient {
  constructor(private readonly transport: HttpTransport) {}

  async me(options: RequestOptions = {}): Promise<MeView> {
    return this.transport.get('/v1/me', options);
  }

  /** What is kept of a person. Needs an admin key or the role admin. */
  async export(person: Id, options: RequestOptions = {}): Promise<PersonData> {
    return this.transport.get(path`/v1/people/${person}`, options);
  }

  /** Erases what is kept of a person. Needs an admin key or the role admin. */
  async erase(person: Id, options: RequestOptions = {}): Promise<void> {
    await this.transport.empty({ method: 'DELETE', path: path`/v1/people/${person}`, ...options });
  }

  /** Whether people may sign in. Needs no key. */
  async options(options: RequestOptions = {}): Promise<SignInOptions> {
    return this.transport.get('/auth/options', options);
  }

  /** Ends all sessions of this browser's person, also in other browsers. */
  async signOut(options: RequestOptions = {}): Promise<SignedOut> {
    return this.transport.post('/auth/sign-out', options);
  }
}
