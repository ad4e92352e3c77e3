export { TestReducerModule } from './test-reducer.module.js';
