import { v7, validate, version } from 'uuid';

/** UUIDv7: time-ordered. */
export type Id = string;

const ID_BYTES = 16;

/** Random bytes for many ids: a draw is expensive. */
const pool = new Uint8Array(256 * ID_BYTES);
let drawn = pool.length;

/** Milliseconds of the last id; a sequence orders ids within one. */
let lastMs = 0;
let lastSequence = 0;

/** A new id, greater than earlier ids of this process. */
export function newId(): Id {
  const random = nextRandom();
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    lastSequence = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
  } else {
    lastSequence = (lastSequence + 1) >>> 0;
    if (lastSequence === 0) lastMs += 1;
  }
  return v7({ random, msecs: lastMs, seq: lastSequence });
}

function nextRandom(): Uint8Array {
  if (drawn === pool.length) {
    crypto.getRandomValues(pool);
    drawn = 0;
  }
  drawn += ID_BYTES;
  return pool.subarray(drawn - ID_BYTES, drawn);
}

export function isId(text: unknown): text is Id {
  return typeof text === 'string' && validate(text) && version(text) === 7;
}

/** SHA-256 of a stored text, hex. */
export type BlockHash = string;
