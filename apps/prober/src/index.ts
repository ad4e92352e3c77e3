export { ProberModule } from './prober.module.js';
