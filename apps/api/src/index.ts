export { type ApiOptions } from './api.config.js';
export { ApiModule } from './api.module.js';
export { API_NEST_OPTIONS, prepareApi } from './prepare-api.js';
