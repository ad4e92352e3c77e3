export { openAgentFixture, sampleCandidate, type AgentFixture, type DoneTask } from './agent-fixture.js';
