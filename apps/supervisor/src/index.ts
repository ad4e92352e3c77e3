export { SupervisorModule } from './supervisor.agent.js';
