import { MODEL_NOT_CONFIGURED, PermanentError, type CallLabels, type Level } from '@assay/contracts';
import type { ModelChoice, ModelSettings } from './model-settings.js';

/** Endpoint and model of a call. */
export interface ModelTarget {
  endpoint: { baseUrl: string; apiKey: string };
  choice: ModelChoice;
}

/**
 * The endpoint and model of an agent at a level; `model` overrides the configured one.
 * @throws PermanentError MODEL_NOT_CONFIGURED
 */
export function modelTarget(
  settings: ModelSettings,
  { agent, level = 'BASIC', model = null }: { agent: CallLabels['agent']; level?: Level; model?: string | null },
): ModelTarget {
  const { endpoint } = settings;
  const configured = settings.modelFor(agent, level);
  const name = model ?? configured?.model;
  // a request's model has none of the configured extras (price)
  if (endpoint && name !== undefined) return { endpoint, choice: { model: name, effort: configured?.effort ?? null } };
  throw new PermanentError(MODEL_NOT_CONFIGURED.code, MODEL_NOT_CONFIGURED.message);
}
