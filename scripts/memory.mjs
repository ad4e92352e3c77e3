/**
 * How a process that runs all of Assay is started: a young generation that is small for the machine, not for the work,
 * halves what it holds when it is busy; two pools of the C library's allocator instead of sixteen take an eighth off.
 */
export const NODE_FLAGS = ['--max-semi-space-size=16'];
export const ENVIRONMENT = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
