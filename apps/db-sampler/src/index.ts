export { DbSamplerModule } from './db-sampler.module.js';
