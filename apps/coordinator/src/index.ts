export { CoordinatorModule, type CoordinatorOptions } from './coordinator.module.js';
