import {
  LEVELS,
  type Level,
  type ModelCaller,
  type ModelNames,
  type ModelPrices,
  type StoredModels,
} from '@assay/contracts';
import type { HostPlace } from '../addresses/resolve-host.js';
import { decryptSecret } from '../secrets/secret-box.js';
import type { SecretKeys } from '../secrets/secret-keys.js';
import {
  DEFAULT_EFFORTS,
  DEMO_MODELS,
  type Choices,
  type ModelChoice,
  type ModelEndpoint,
  type ModelEnvironment,
} from './model-config.js';

const NOTHING: StoredModels = { url: null, key: null, models: {}, prices: {} };

/**
 * The models of this process: those of the environment, completed by the settings of admins, which `refresh` reads
 * before each call.
 */
export class Models {
  private stored = NOTHING;
  private opened: string | null = null;
  private read: (() => Promise<StoredModels | null>) | null = null;
  private reading: Promise<void> | null = null;
  /** Start of the last successful read. */
  private readAt = Number.NEGATIVE_INFINITY;
  private demoUrl: string | null;

  /**
   * @param secretKeys open the key of the settings, the first encrypts it; null: they cannot have one
   * @param secrets texts that logs hide; the key joins them
   * @param callsModels false: only whether models are configured matters here
   */
  constructor(
    readonly environment: ModelEnvironment,
    public secretKeys: SecretKeys | null,
    private readonly secrets: string[],
    private readonly callsModels: boolean,
  ) {
    this.demoUrl = environment.demoUrl;
  }

  /** Null: no model at all, or a key that cannot be opened. */
  get endpoint(): ModelEndpoint | null {
    const { endpoint } = this.environment;
    if (endpoint !== null) return endpoint;
    if (this.stored.url !== null) {
      return this.problem === null ? { baseUrl: this.stored.url, apiKey: this.opened ?? '' } : null;
    }
    return this.demoUrl === null ? null : { baseUrl: this.demoUrl, apiKey: '' };
  }

  get isConfigured(): boolean {
    return this.environment.endpoint !== null || this.stored.url !== null;
  }

  get settings(): StoredModels {
    return this.stored;
  }

  get prices(): ModelPrices {
    return this.environment.prices ?? this.stored.prices;
  }

  get structuredOutput(): ModelEnvironment['structuredOutput'] {
    return this.environment.structuredOutput;
  }

  get timeoutMs(): number {
    return this.environment.timeoutMs;
  }

  get contextTokens(): number {
    return this.environment.contextTokens;
  }

  /** Why the stored key cannot be used; null if it can, or if this process needs none. */
  get problem(): string | null {
    if (!this.callsModels || this.environment.endpoint !== null || this.stored.key === null || this.opened !== null)
      return null;
    return 'The stored key cannot be read with this ASSAY_MODEL_SECRET_KEY: enter the key again, or set the former one.';
  }

  /** The host of the settings, which is checked when it is dialled; null if variables name the endpoint. */
  get place(): HostPlace | null {
    const { url } = this.stored;
    return this.environment.endpoint !== null || url === null ? null : placeOf(url);
  }

  /** The agent's choice precedes that of the level; missing levels inherit from the next lower one. */
  modelFor(caller: ModelCaller, level: Level): ModelChoice | null {
    if (this.endpoint === null) return null;
    const model = choose(this.models, caller, level);
    const efforts = { ...DEFAULT_EFFORTS, ...this.environment.efforts };
    return model === null ? null : { model, effort: choose(efforts, caller, level) };
  }

  private get models(): ModelNames {
    if (!this.isConfigured) return DEMO_MODELS;
    return { ...this.stored.models, ...this.environment.models };
  }

  serveDemo(url: string): void {
    this.demoUrl = url;
  }

  readFrom(read: () => Promise<StoredModels | null>): void {
    this.read = read;
  }

  /** Afterwards the settings are at most `maxAgeMs` old. @throws errors of the record; the settings read before stay */
  async refresh(maxAgeMs = 0): Promise<void> {
    const oldest = performance.now() - maxAgeMs;
    // A read that began earlier may miss the latest change.
    while (this.read !== null && this.readAt < oldest) await (this.reading ??= this.load(this.read));
  }

  /** Decides by `script` until a model is configured, which may happen at any time. */
  untilConfigured<Input, Decision>(
    own: (input: Input) => Decision,
    script: (input: Input) => Decision | Promise<Decision> = own,
  ): (input: Input) => Promise<Decision> {
    return async (input) => {
      await this.refresh();
      return (this.isConfigured ? own : script)(input);
    };
  }

  private async load(read: () => Promise<StoredModels | null>): Promise<void> {
    const startedAt = performance.now();
    try {
      this.use((await read()) ?? NOTHING);
      this.readAt = startedAt;
    } finally {
      this.reading = null;
    }
  }

  private use(stored: StoredModels): void {
    if (stored.key !== this.stored.key || stored.url !== this.stored.url) {
      this.opened = this.open(stored);
      this.hide(this.opened);
    }
    this.stored = stored;
  }

  private hide(key: string | null): void {
    if (key !== null && !this.secrets.includes(key)) this.secrets.push(key);
  }

  private open({ url, key }: StoredModels): string | null {
    if (key === null || this.secretKeys === null) return null;
    try {
      return decryptSecret(key, this.secretKeys, url ?? '');
    } catch {
      return null;
    }
  }
}

/** @param url of an endpoint, valid */
export function placeOf(url: string): HostPlace {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port || (protocol === 'https:' ? 443 : 80)), database: null };
}

export function withoutCredentials(text: string): string {
  const { username, password, search } = new URL(text);
  if (username === '' && password === '' && search === '') return text;
  const url = new URL(text);
  Object.assign(url, { username: '', password: '', search: '' });
  return url.href;
}

function choose<Value>(choices: Choices<Value>, caller: ModelCaller, level: Level): Value | null {
  const downwards = LEVELS.slice(0, LEVELS.indexOf(level) + 1).reverse();
  const name = [caller, ...downwards].find((each) => choices[each] !== undefined);
  return (name && choices[name]) ?? null;
}
