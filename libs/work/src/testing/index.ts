export { modelCallsAt } from './model-calls-at.js';
export { startRunner } from './start-runner.js';
export { openWorkFixture, type StartedRun, type WorkFixture } from './work-fixture.js';
