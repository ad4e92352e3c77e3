import { Injectable } from '@nestjs/common';
import {
  LEVELS,
  MODEL_PLACES,
  RequestProblem,
  stepsAfterError,
  type ModelPlace,
  type ModelSetting,
  type ModelsView,
  type ModelTrial,
  type RefusalStep,
  type FieldProblem,
} from '@assay/contracts';
import { tryModel } from '@assay/llm';
import { writeModelSettings } from '@assay/persistence';
import { invalidFields, type ModelsTrial, type ModelsUpdate } from '@assay/contracts/requests';
import {
  encryptSecret,
  guardedLookup,
  InjectConfig,
  modelHostPolicy,
  placeOf,
  variableOfModel,
  withoutCredentials,
  type Config,
  type Models,
} from '@assay/runtime';
import { HostRefused, resolveHost, type HostPolicy } from '@assay/runtime/addresses';
import { TaskRuntime } from '@assay/work';

const [LOWEST] = LEVELS;

const ALLOW: RefusalStep = {
  action: 'edit-request',
  message: 'Take another URL, or ask the operator of Assay to allow the host in ASSAY_MODEL_HOSTS.',
};

/** The models that admins set, beside those of the environment. */
@Injectable()
export class ModelSettings {
  private readonly models: Models;
  private readonly policy: HostPolicy;

  constructor(
    private readonly work: TaskRuntime,
    @InjectConfig() config: Config,
  ) {
    this.models = config.models;
    this.policy = modelHostPolicy(config);
  }

  async view(): Promise<ModelsView> {
    await this.models.refresh();
    const { environment, settings, problem } = this.models;
    const { endpoint } = environment;
    const ofKey = (endpoint === null ? settings.key : endpoint.apiKey) || null;
    const urls = { environment: endpoint && withoutCredentials(endpoint.baseUrl), settings: settings.url };
    return {
      url: settingOf(urls.environment, urls.settings, 'OPENAI_BASE_URL'),
      key: {
        isSet: ofKey !== null,
        source: endpoint !== null ? 'environment' : ofKey === null ? 'none' : 'settings',
        variable: 'OPENAI_API_KEY',
      },
      models: Object.fromEntries(
        MODEL_PLACES.map((place) => [
          place,
          settingOf(environment.models[place] ?? null, settings.models[place] ?? null, variableOfModel(place)),
        ]),
      ) as Record<ModelPlace, ModelSetting>,
      prices: {
        value: this.models.prices,
        source:
          environment.prices !== null ? 'environment' : Object.keys(settings.prices).length > 0 ? 'settings' : 'none',
        variable: 'ASSAY_MODEL_PRICES',
      },
      problem,
    };
  }

  async change(update: ModelsUpdate): Promise<ModelsView> {
    await this.models.refresh();
    const fixed = fixedFields(update, this.models.environment);
    if (fixed.length > 0) throw invalidFields(fixed);
    if (typeof update.url === 'string') await this.requirePermitted(update.url);
    const key = typeof update.key === 'string' ? this.seal(update.key, update.url ?? '') : update.key;
    await writeModelSettings(this.work.database, { ...update, key });
    return this.view();
  }

  async try(trial: ModelsTrial): Promise<ModelTrial> {
    await this.models.refresh();
    const { environment, endpoint, problem } = this.models;
    const inUse = this.models.isConfigured ? endpoint : null;
    const url = inUse === null ? this.models.settings.url : withoutCredentials(inUse.baseUrl);
    // A key goes only to the url that it was given with.
    const isOther = trial.url !== undefined && trial.url !== url;
    if (!isOther && trial.key === undefined && problem !== null) {
      throw invalidFields([{ field: 'key', message: problem }]);
    }
    const baseUrl = isOther ? trial.url : (inUse?.baseUrl ?? url ?? undefined);
    if (baseUrl === undefined) throw invalidFields([{ field: 'url', message: 'must be set: no endpoint is in use' }]);
    const model = trial.model ?? (this.models.isConfigured && this.models.modelFor('generator', LOWEST)?.model);
    if (!model) throw invalidFields([{ field: 'model', message: 'must be set: no model is in use' }]);
    const isOfOperator = !isOther && environment.endpoint !== null;
    if (!isOfOperator) await this.requirePermitted(baseUrl);
    const apiKey = (trial.key === undefined ? (isOther ? null : inUse?.apiKey) : trial.key) ?? '';
    const guard = isOfOperator ? null : { place: placeOf(baseUrl), policy: this.policy };
    return tryModel(
      { baseUrl, apiKey, model },
      guardedLookup(() => guard),
    );
  }

  private async requirePermitted(url: string): Promise<void> {
    try {
      await resolveHost(placeOf(url), this.policy);
    } catch (error) {
      throw error instanceof HostRefused && !error.isUnknown
        ? refusedUrl('TARGET_HOST_FORBIDDEN', `The endpoint may not be connected to: ${error.message}.`, [ALLOW])
        : refusedUrl('MODEL_UNREACHABLE', 'The host name of the endpoint cannot be looked up.');
    }
  }

  private seal(key: string, url: string): string {
    const { secretKeys } = this.models;
    if (secretKeys !== null) return encryptSecret(key, secretKeys, url);
    throw invalidFields([{ field: 'key', message: 'cannot be stored: set ASSAY_MODEL_SECRET_KEY, which encrypts it' }]);
  }
}

function refusedUrl(
  code: string,
  message: string,
  nextSteps: RefusalStep[] = stepsAfterError({ code }),
): RequestProblem {
  return new RequestProblem(422, code, message, { errors: [{ field: 'url', message }], nextSteps });
}

function settingOf(environment: string | null, settings: string | null, variable: string): ModelSetting {
  if (environment !== null) return { value: environment, source: 'environment', variable };
  return { value: settings, source: settings === null ? 'none' : 'settings', variable };
}

function fixedFields(update: ModelsUpdate, environment: Models['environment']): FieldProblem[] {
  const { endpoint, prices, models } = environment;
  const variables = 'OPENAI_BASE_URL and OPENAI_API_KEY';
  const byVariables: [field: string, variable: string, isFixed: boolean][] = [
    ['url', variables, update.url !== undefined && endpoint !== null],
    ['key', variables, update.key !== undefined && endpoint !== null],
    ['prices', 'ASSAY_MODEL_PRICES', update.prices !== undefined && prices !== null],
    ...MODEL_PLACES.map((place): [string, string, boolean] => [
      `models.${place}`,
      variableOfModel(place),
      update.models?.[place] !== undefined && models[place] !== undefined,
    ]),
  ];
  return byVariables.flatMap(([field, variable, isFixed]) =>
    isFixed ? [{ field, message: `cannot be changed here: the environment sets ${variable}` }] : [],
  );
}
