import type { ModelClient } from '@assay/llm';
import { Gates } from '../models/gates.js';
import { ModelCalls } from '../models/model-calls.js';
import type { ModelSettings } from '../models/model-settings.js';
import type { TaskRuntime } from '../task-runtime.js';

export function modelCallsAt(
  work: TaskRuntime,
  client: ModelClient,
  baseUrl: string,
  prices: ModelSettings['prices'] = {},
): ModelCalls {
  const settings: ModelSettings = {
    endpoint: { baseUrl, apiKey: '' },
    modelFor: () => ({ model: 'usual', effort: null }),
    structuredOutput: 'json_schema',
    timeoutMs: 10_000,
    prices,
  };
  return new ModelCalls(client, settings, new Gates(work.database, work.process), work.blocks, work.database);
}
