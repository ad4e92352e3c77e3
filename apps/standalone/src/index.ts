export { startDemoModel, type DemoModelServer } from './demo/model/start-demo-model.js';
