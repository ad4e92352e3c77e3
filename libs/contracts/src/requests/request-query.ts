/** Fields that a class does not declare are ignored, for compatibility. */
export abstract class RequestQuery {}
