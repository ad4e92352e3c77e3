export { AssayQueueClient, type QueueAskOptions, type QueueClientOptions } from './queue-client.js';
export { type QueueConnection } from './open-queues.js';
export { QueueRefusal } from './queue-refusal.js';
