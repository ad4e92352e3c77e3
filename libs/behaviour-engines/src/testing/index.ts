export { HOSTILE_POSTGRES, HOSTILE_SQLITE, inFrames } from './hostile.js';
