export { TestGeneratorModule } from './test-generator.module.js';
