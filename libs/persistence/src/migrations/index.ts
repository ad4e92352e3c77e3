import { Foundation1763760000000 } from './1763760000000-foundation.js';
import { Stories1764000000000 } from './1764000000000-stories.js';
import { Operations1764100000000 } from './1764100000000-operations.js';
import { SchemaLooks1764200000000 } from './1764200000000-schema-looks.js';
import { Profiles1764300000000 } from './1764300000000-profiles.js';
import { Odds1764400000000 } from './1764400000000-odds.js';

/** Every migration, oldest first. Expand first; contract one release later. */
export const MIGRATIONS = [
  Foundation1763760000000,
  Stories1764000000000,
  Operations1764100000000,
  SchemaLooks1764200000000,
  Profiles1764300000000,
  Odds1764400000000,
];
