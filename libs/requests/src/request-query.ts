/** A query, or a job, of which fields that are not known are ignored: another version of us may know them. */
export abstract class RequestQuery {}
