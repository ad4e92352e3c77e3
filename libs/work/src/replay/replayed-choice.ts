import type { ModelChoice } from '../models/model-settings.js';

/** Selects the recorded model in a replay. */
export interface ReplayedChoice {
  endpoint: { baseUrl: string; apiKey: string };
  choice: ModelChoice;
}
