export type { Publication, QueueCatalog, QuestionsJob, ReceivedJob } from './catalog.js';
export { Messaging, receivedJob } from './messaging.js';
export type { QueueDesk, QueueState } from './queue-desk.js';
export type { QueueTransport } from './queue-backend.js';
export { QueueProducer } from './queue-producer.js';
export { KEEPS_JOBS, QueueWorker } from './queue-worker.js';
export { Slots } from './slots.js';
