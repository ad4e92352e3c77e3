export { GeneratorModule } from './generator.module.js';
