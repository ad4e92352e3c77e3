/** Token of the `EventFeed` that evaluations of stories are followed by. */
export const STORY_EVENTS = Symbol('assay.api.story-events');
