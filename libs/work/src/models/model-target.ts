import { noModel, PermanentError, type CallLabels, type Id, type Level } from '@assay/contracts';
import type { ModelChoice, ModelSettings } from './model-settings.js';

export interface ModelTarget {
  endpoint: { baseUrl: string; apiKey: string };
  choice: ModelChoice;
}

/** `model` overrides the configured one. */
function modelTarget(
  settings: ModelSettings,
  { agent, level = 'BASIC', model = null }: { agent: CallLabels['agent']; level?: Level; model?: string | null },
): ModelTarget {
  const { endpoint } = settings;
  const configured = settings.modelFor(agent, level);
  const name = model ?? configured?.model;
  // a model that the request names has the effort of the configured one
  if (endpoint && name !== undefined) return { endpoint, choice: { model: name, effort: configured?.effort ?? null } };
  const { code, message } = noModel(settings.problem);
  throw new PermanentError(code, message);
}

/** Settings up to this age are used without reading them again. */
const SETTINGS_MAX_AGE_MS = 100;

/**
 * As `modelTarget`, by the settings that hold now. While the record is unreachable the known ones count.
 * @throws PermanentError MODEL_NOT_CONFIGURED, or the record's error if none are known
 */
export async function currentTarget(
  settings: ModelSettings,
  request: Parameters<typeof modelTarget>[1],
): Promise<ModelTarget> {
  await settings.refresh?.(SETTINGS_MAX_AGE_MS).catch(() => undefined);
  try {
    return modelTarget(settings, request);
  } catch (error) {
    if (settings.refresh === undefined) throw error;
    await settings.refresh(0);
    return modelTarget(settings, request);
  }
}

/** `prompt_cache_key` of calls with the same start, below providers' limit of 64 characters. */
export function cacheKeyOf(workspace: Id, agent: CallLabels['agent']): string {
  return `assay-${workspace}-${agent}`;
}
