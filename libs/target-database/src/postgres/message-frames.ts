const HEADER = 5;
const ERROR = 'E'.charCodeAt(0);
const NOTICE = 'N'.charCodeAt(0);

/** Finds messages by their length: node-postgres loops on errors and notices without an end. */
export class MessageFrames {
  private readonly header = Buffer.alloc(HEADER);
  private known = 0;
  private left = 0;
  private tail = 0;

  /** @throws Error if a message that ends in `chunk` is malformed */
  check(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.known < HEADER) {
        const taken = chunk.copy(this.header, this.known, at, at + HEADER - this.known);
        this.known += taken;
        at += taken;
        if (this.known === HEADER) this.begin();
      } else {
        const taken = Math.min(this.left, chunk.length - at);
        at += taken;
        this.left -= taken;
        const before = taken === 1 ? (this.tail & 0xff) << 8 : (chunk[at - 2] ?? 0) << 8;
        this.tail = before | (chunk[at - 1] ?? 0);
        if (this.left === 0) this.end();
      }
    }
  }

  private begin(): void {
    const length = this.header.readUInt32BE(1);
    if (length < 4) throw new Error('a message is shorter than its length');
    this.left = length - 4;
    // A terminator alone is a message without fields.
    this.tail = this.left === 1 ? 0 : 0xffff;
    if (this.left === 0) this.end();
  }

  private end(): void {
    this.known = 0;
    const [code] = this.header;
    if ((code === ERROR || code === NOTICE) && this.tail !== 0) throw new Error('an error or a notice has no end');
  }
}
