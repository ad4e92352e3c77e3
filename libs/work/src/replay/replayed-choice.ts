import type { ModelChoice } from '../models/model-settings.js';

export interface ReplayedChoice {
  endpoint: { baseUrl: string; apiKey: string };
  choice: ModelChoice;
}
