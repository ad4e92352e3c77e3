export { SqlSelectorModule } from './sql-selector.agent.js';
