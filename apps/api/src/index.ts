export { type ApiOptions } from './api.config.js';
export { ApiModule } from './api.module.js';
export { builtPage } from './http/front-door.js';
export { API_NEST_OPTIONS, prepareApi } from './prepare-api.js';
