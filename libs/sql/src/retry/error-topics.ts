export const ERROR_TOPICS = [
  'column',
  'table',
  'ambiguous',
  'function',
  'join',
  'group-by',
  'types',
  'division',
  'single-value',
  'set-operation',
  'timeout',
  'permission',
  'other',
] as const;
export type ErrorTopic = (typeof ERROR_TOPICS)[number];
