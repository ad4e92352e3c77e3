export { demoStory } from './demo/demo-stories.js';
export { demoStoryCalls, demoStoryOf, type DemoToolCall } from './demo/demo-story-model.js';
export { StoryEvaluatorModule } from './story-evaluator.module.js';
