/** Ignores unknown fields, for compatibility. */
export abstract class RequestQuery {}
