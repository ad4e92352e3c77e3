/** Token of the story evaluations' `EventFeed`. */
export const STORY_EVENTS = Symbol('assay.api.story-events');
