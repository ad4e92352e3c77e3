export { consume } from './consume.js';
