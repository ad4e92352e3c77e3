export { SupervisorModule } from './supervisor.module.js';
