export { FakeAssay, type FakeAnswer, type FakeRequest } from './fake-assay.js';
export { recordedEvents, sampleId, sampleQuestion, sampleRun } from './sample-run.js';
export { INTERNAL_WORDS } from './internal-words.js';
