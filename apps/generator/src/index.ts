export { GeneratorModule } from './generator.agent.js';
