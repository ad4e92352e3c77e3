import type { ModelsView, ModelTrial } from '@assay/contracts';
import type { ModelsTrial, ModelsUpdate } from '@assay/contracts/requests';
import type { HttpTransport, RequestOptions } from './http-transport.js';

/** Needs an admin key or the role admin. */
export class ModelsClient {
  constructor(private readonly transport: HttpTransport) {}

  async get(options: RequestOptions = {}): Promise<ModelsView> {
    return this.transport.get('/v1/models', options);
  }

  /** Absent fields stay; another url clears the key unless there is a new one. */
  async change(update: ModelsUpdate, options: RequestOptions = {}): Promise<ModelsView> {
    return this.transport.json({ method: 'PUT', path: '/v1/models', body: update, ...options });
  }

  /** Calls a model. Absent fields are those in use. */
  async try(trial: ModelsTrial = {}, options: RequestOptions = {}): Promise<ModelTrial> {
    return this.transport.post('/v1/models/try', options, trial);
  }
}
