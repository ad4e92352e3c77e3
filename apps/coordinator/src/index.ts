export { CoordinatorModule } from './coordinator.module.js';
