import { MODEL_NOT_CONFIGURED, PermanentError, type CallLabels, type Level } from '@assay/contracts';
import type { ModelChoice, ModelSettings } from './model-settings.js';

/** Who answers a call, and where. */
export interface ModelTarget {
  endpoint: { baseUrl: string; apiKey: string };
  choice: ModelChoice;
}

/**
 * The endpoint and the model that are configured for an agent at a level; `model` takes the place of the configured one.
 * @throws PermanentError MODEL_NOT_CONFIGURED
 */
export function modelTarget(
  settings: ModelSettings,
  { agent, level = 'BASIC', model = null }: { agent: CallLabels['agent']; level?: Level; model?: string | null },
): ModelTarget {
  const { endpoint } = settings;
  const configured = settings.modelFor(agent, level);
  const name = model ?? configured?.model;
  // the rest of the configured choice (a price) is none of a request's business
  if (endpoint && name !== undefined) return { endpoint, choice: { model: name, effort: configured?.effort ?? null } };
  throw new PermanentError(MODEL_NOT_CONFIGURED.code, MODEL_NOT_CONFIGURED.message);
}
