export { TestGeneratorModule } from './test-generator.agent.js';
