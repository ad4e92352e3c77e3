export const STORY_EVENTS = Symbol('assay.api.story-events');
