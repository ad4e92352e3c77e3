import { v7, validate, version } from 'uuid';

/** A UUIDv7 string: time-ordered, so rows made together lie together. */
export type Id = string;

/** A new id. Not for use in pure libraries: there ids come in as arguments. */
export function newId(): Id {
  return v7();
}

/** Whether a text is an id of ours (any well-formed UUIDv7). */
export function isId(text: unknown): text is Id {
  return typeof text === 'string' && validate(text) && version(text) === 7;
}
