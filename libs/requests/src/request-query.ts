/** The query of a request: its values come as text, and names that are not known are passed over. */
export abstract class RequestQuery {}
