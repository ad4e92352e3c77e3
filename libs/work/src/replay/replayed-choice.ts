import type { ModelChoice } from '../models/model-settings.js';

/** By what a replay, which calls no model, names the one that was called. */
export interface ReplayedChoice {
  endpoint: { baseUrl: string; apiKey: string };
  choice: ModelChoice;
}
