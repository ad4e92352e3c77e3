import { Foundation1763760000000 } from './1763760000000-foundation.js';
import { Stories1764000000000 } from './1764000000000-stories.js';
import { Operations1764100000000 } from './1764100000000-operations.js';

/** Every migration, oldest first. Expand first; contract one release later. */
export const MIGRATIONS = [Foundation1763760000000, Stories1764000000000, Operations1764100000000];
