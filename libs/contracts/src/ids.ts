import { v7, validate, version } from 'uuid';

/** A UUIDv7 string: time-ordered, so rows made together lie together. */
export type Id = string;

/** Random bytes of one id. */
const ID_BYTES = 16;

/** Drawn for some hundred ids at once: a draw costs many times what making an id does. */
const pool = new Uint8Array(256 * ID_BYTES);
let drawn = pool.length;

/** Of the last id: ids of one millisecond are told apart, and kept in order, by a sequence that begins anywhere. */
let lastMs = 0;
let lastSequence = 0;

/** A new id, above all that this process has made. Not for use in pure libraries: there ids come in as arguments. */
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

/** Whether a text is an id of ours (any well-formed UUIDv7). */
export function isId(text: unknown): text is Id {
  return typeof text === 'string' && validate(text) && version(text) === 7;
}
