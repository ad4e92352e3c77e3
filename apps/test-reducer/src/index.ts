export { TestReducerModule } from './test-reducer.agent.js';
