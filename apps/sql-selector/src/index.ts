export { SqlSelectorModule } from './sql-selector.module.js';
