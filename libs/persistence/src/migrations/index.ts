import { Foundation1763760000000 } from './1763760000000-foundation.js';
import { Stories1764000000000 } from './1764000000000-stories.js';
import { Operations1764100000000 } from './1764100000000-operations.js';
import { SchemaLooks1764200000000 } from './1764200000000-schema-looks.js';
import { Profiles1764300000000 } from './1764300000000-profiles.js';
import { Settlements1764400000000 } from './1764400000000-settlements.js';
import { WorkspaceDays1764450000000 } from './1764450000000-workspace-days.js';
import { WorkspaceEvaluations1764460000000 } from './1764460000000-workspace-evaluations.js';
import { Knowledge1764470000000 } from './1764470000000-knowledge.js';
import { Files1764480000000 } from './1764480000000-files.js';
import { CorrectionsByWorkspace1764490000000 } from './1764490000000-corrections-by-workspace.js';
import { Odds1764500000000 } from './1764500000000-odds.js';
import { Erasure1764510000000 } from './1764510000000-erasure.js';
import { Judges1764520000000 } from './1764520000000-judges.js';
import { EvaluationGolds1764520000100 } from './1764520000100-evaluation-golds.js';
import { BlockDifferences1764560000000 } from './1764560000000-block-differences.js';
import { EventBatches1764600000000 } from './1764600000000-event-batches.js';
import { PackedBodies1764600000100 } from './1764600000100-packed-bodies.js';
import { SweepPlan1764700000000 } from './1764700000000-sweep-plan.js';
import { AskedSettings1764710000000 } from './1764710000000-asked-settings.js';
import { StoryOwners1764720000000 } from './1764720000000-story-owners.js';
import { OverdueProcesses1764730000000 } from './1764730000000-overdue-processes.js';
import { FirstClaims1764740000000 } from './1764740000000-first-claims.js';
import { RequestsWithTheirEnd1764750000000 } from './1764750000000-requests-with-their-end.js';
import { FewerIndexEntries1764760000000 } from './1764760000000-fewer-index-entries.js';
import { CutSessions1764771000000 } from './1764771000000-cut-sessions.js';
import { OutcomeReasons1764780000000 } from './1764780000000-outcome-reasons.js';

/** Every migration, oldest first. Expand first; contract one release later. */
export const MIGRATIONS = [
  Foundation1763760000000,
  Stories1764000000000,
  Operations1764100000000,
  SchemaLooks1764200000000,
  Profiles1764300000000,
  Settlements1764400000000,
  WorkspaceDays1764450000000,
  WorkspaceEvaluations1764460000000,
  Knowledge1764470000000,
  Files1764480000000,
  CorrectionsByWorkspace1764490000000,
  Odds1764500000000,
  Erasure1764510000000,
  Judges1764520000000,
  EvaluationGolds1764520000100,
  BlockDifferences1764560000000,
  EventBatches1764600000000,
  PackedBodies1764600000100,
  SweepPlan1764700000000,
  AskedSettings1764710000000,
  StoryOwners1764720000000,
  OverdueProcesses1764730000000,
  FirstClaims1764740000000,
  RequestsWithTheirEnd1764750000000,
  FewerIndexEntries1764760000000,
  CutSessions1764771000000,
  OutcomeReasons1764780000000,
];
