/** A query or job; unknown fields are ignored for compatibility with other versions. */
export abstract class RequestQuery {}
