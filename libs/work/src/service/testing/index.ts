export { openAgentFixture, sampleCandidate, type AgentFixture } from './agent-fixture.js';
