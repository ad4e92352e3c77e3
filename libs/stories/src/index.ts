export { splitStory } from './parts/split-story.js';
