export { ConsumerWatch, type StandstillLimits } from './consumer-watch.js';
export type { Publication, QueueCatalog, QuestionsJob, ReceivedJob } from './catalog.js';
export {
  Messaging,
  type Consumer,
  type ConsumeOptions,
  type MessagingOptions,
  type QueueCounts,
  type QueueDepth,
} from './messaging.js';
export type { QueueDesk, QueueState } from './queue-desk.js';
export type { QueueTransport } from './queue-backend.js';
