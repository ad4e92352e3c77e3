import type { CreatedApiKey, Id, Right } from '@assay/contracts';
import { RIGHTS, type AnyRole, type AskerKind } from '@assay/contracts/requests';
import { CLIENT_ID } from '@assay/testing';
import { ApiFixture, type Answer } from './api-fixture.js';
import { TokenIssuer } from './token-issuer.js';

export const ADMIN = 'the-admin-key-of-this-test';
export const KINDS: readonly AskerKind[] = ['nobody', 'me', 'others'];
export const WALKED = ['asker', 'curator', 'auditor', 'key', 'curating-key', 'admin'] as const;

export interface Route {
  name: string;
  right: Right | 'none';
  ofOthers: Right | null;
}

export const STORY = {
  storyId: 'the-lamp',
  candidates: [{ label: 'plain', text: 'A lamp went out.' }],
  evaluators: [{ name: 'anna' }],
  mode: 'prompt',
};
const STORY_ID = '/story-evaluations/{id}';
const CANCEL_STORY = `POST /v1${STORY_ID}/cancel`;

/** Whose question or story evaluation a route is about; undefined: about neither. */
export function kindsOf({ name }: Pick<Route, 'name'>): readonly (AskerKind | undefined)[] {
  if (name.includes(STORY_ID)) return ['me', 'others'];
  return name.includes('/questions/') ? KINDS : [undefined];
}
const CHANGE_WORKSPACE = 'PATCH /v1/workspaces/{id}';
const CORRECT = 'POST /v1/questions/{id}/correct';

/** From the table alone; `kind`: who asked the question. */
export function isPermitted(role: AnyRole, { name, right, ofOthers }: Route, kind?: AskerKind): boolean {
  if (right === 'none') return true;
  const has = (wanted: Right): boolean => {
    const extent = RIGHTS[wanted].roles[role];
    return extent !== undefined && (extent === true || kind === undefined || extent.includes(kind));
  };
  // By fields: curators change evidence alone.
  if (name === CHANGE_WORKSPACE) return has('operate') || has('changeEvidence');
  if (name === CORRECT) return has('see') && (has('ask') || has('curate'));
  if (right === 'curate' && kind !== undefined && !has('see')) return false;
  // Keys ask for no person, and own their story evaluations.
  if (name === CANCEL_STORY) return RIGHTS.ask.roles[role] !== undefined && has('seeStories');
  return has(right) && (kind !== 'others' || ofOthers === null || has(ofOthers));
}

/** The API with a caller of each role, and answered questions of each caller and of another person. */
export class RightsStage {
  private constructor(
    readonly api: ApiFixture,
    private readonly issuer: TokenIssuer,
    readonly workspace: Id,
    readonly credentials: ReadonlyMap<AnyRole, string>,
    private readonly questions: ReadonlyMap<string, Id>,
    private readonly stories: ReadonlyMap<string, Id>,
    /** Of the workspace, begun by another person. */
    readonly evaluation: Id,
    readonly routes: readonly Route[],
  ) {}

  static async start(): Promise<RightsStage> {
    const issuer = await TokenIssuer.start();
    const api = await ApiFixture.start({
      ASSAY_API_KEYS: ADMIN,
      ASSAY_OIDC_ISSUER: issuer.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
      ASSAY_QUOTAS: '{ "groups": { "limited": { "questionsPerDay": 1 } } }',
    });
    const call = caller(api);
    const tokenOf = (subject: string, role: string): Promise<string> => issuer.token(subject, { roles: [role] });
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    const workspace = (await call(ADMIN, 'POST /v1/workspaces', { name: 'shop', database })).body.id;
    const ask = async (token: string): Promise<Id> => {
      const asked = await call(token, 'POST /v1/questions', { workspace, question: 'How many orders?' });
      if (asked.status !== 202) throw new Error(JSON.stringify(asked.body));
      await api.finish(asked.body.id, 'GOLD', 'select 1');
      return asked.body.id;
    };
    const credentials = new Map<AnyRole, string>();
    const questions = new Map<string, Id>();
    for (const [name, mayCurate] of [
      ['key', false],
      ['curating-key', true],
    ] as const) {
      const made = await call(ADMIN, 'POST /v1/api-keys', { name, workspaces: [workspace], mayCurate });
      credentials.set(name, (made as unknown as Answer<CreatedApiKey>).body.key);
    }
    for (const role of ['asker', 'curator', 'auditor', 'admin'] as const) {
      credentials.set(role, await tokenOf(role, role));
      questions.set(`${role} me`, await ask(await tokenOf(role, 'asker')));
    }
    questions.set('others', await ask(await tokenOf('somebody-else', 'asker')));
    questions.set('nobody', await ask(ADMIN));
    const stories = new Map<string, Id>();
    const begin = async (whose: string, token: string): Promise<void> => {
      const { id } = (await call(token, 'POST /v1/story-evaluations', STORY)).body;
      await api.endStory(id);
      stories.set(whose, id);
    };
    for (const role of ['key', 'curating-key'] as const) await begin(`${role} me`, credentials.get(role) as string);
    for (const role of ['asker', 'curator', 'auditor', 'admin'] as const) {
      await begin(`${role} me`, await tokenOf(role, 'asker'));
    }
    const other = await tokenOf('somebody-else', 'curator');
    await begin('others', other);
    await call(other, `POST /v1/workspaces/${workspace}/gold-sqls`, { question: 'One?', sql: 'select 1' });
    const evaluation = (await call(other, `POST /v1/workspaces/${workspace}/evaluations`, { repeats: 1 })).body.id;
    const routes = await routesOf(api);
    return new RightsStage(api, issuer, workspace, credentials, questions, stories, evaluation, routes);
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.issuer.stop();
  }

  get ids(): Id[] {
    return [...this.questions.values()];
  }

  /** Undefined: keys have no questions under a name. */
  question(role: AnyRole, kind: AskerKind): Id | undefined {
    return this.questions.get(kind === 'me' ? `${role} me` : kind);
  }

  story(role: AnyRole, kind: AskerKind): Id {
    return this.stories.get(kind === 'me' ? `${role} me` : kind) as Id;
  }

  tokenOf(subject: string, ...roles: string[]): Promise<string> {
    return this.issuer.token(subject, { roles });
  }

  /** An asker whose group may ask one question a day. */
  limited(subject: string): Promise<string> {
    return this.issuer.token(subject, { roles: ['asker'], groups: ['limited'] });
  }

  call(token: string, route: string, body?: object): Promise<Answer<{ id: Id }>> {
    return caller(this.api)(token, route, body);
  }

  as(role: AnyRole, route: string, body?: object): Promise<Answer<{ id: Id }>> {
    return this.call(this.credentials.get(role) as string, route, body);
  }
}

type Call = (token: string, route: string, body?: object) => Promise<Answer<{ id: Id }>>;

function caller(api: ApiFixture): Call {
  return (token, route, body) =>
    api.call(route, { ...(body && { body }), headers: { authorization: `Bearer ${token}` } });
}

async function routesOf(api: ApiFixture): Promise<Route[]> {
  const { body } = await api.call<{
    paths: Record<string, Record<string, { 'x-assay-right'?: Right; 'x-assay-right-of-others'?: Right }>>;
  }>('GET /openapi.json');
  return Object.entries(body.paths)
    .filter(([path]) => !path.startsWith('/health'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        right: operation['x-assay-right'] ?? ('undefined' as Right),
        ofOthers: operation['x-assay-right-of-others'] ?? null,
      })),
    );
}
