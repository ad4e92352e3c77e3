import { Foundation1764800000000 } from './1764800000000-foundation.js';
import { Continuations1764900000000 } from './1764900000000-continuations.js';
import { PromptCost1766700000000 } from './1766700000000-prompt-cost.js';
import { People1766800000000 } from './1766800000000-people.js';
import { KnownAnswers1766900000000 } from './1766900000000-known-answers.js';
import { Asker1767000000000 } from './1767000000000-asker.js';
import { ModelSettings1767100000000 } from './1767100000000-model-settings.js';
import { Webhooks1767200000000 } from './1767200000000-webhooks.js';
import { Owners1767300000000 } from './1767300000000-owners.js';
import { TableCounts1767400000000 } from './1767400000000-table-counts.js';

/** Oldest first. Expand first, contract one release later. Each carries its own SQL. */
export const MIGRATIONS = [
  Foundation1764800000000,
  Continuations1764900000000,
  PromptCost1766700000000,
  People1766800000000,
  KnownAnswers1766900000000,
  Asker1767000000000,
  ModelSettings1767100000000,
  Webhooks1767200000000,
  Owners1767300000000,
  TableCounts1767400000000,
];
