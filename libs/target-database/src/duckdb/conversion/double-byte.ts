/** Pairs of bytes, as Latin-1. */
interface DoubleByte {
  name: string;
  pair: string;
  common: RegExp;
  /** Punctuation, and what may be letters of others. */
  neutral: RegExp;
}

const EUC = '[\xa1-\xfe]{2}';

/** Those with the fewest common characters first. */
const ENCODINGS: readonly DoubleByte[] = [
  { name: 'EUC-KR', pair: EUC, common: /^[\xb0-\xc8]/, neutral: /^[\xa1-\xa3]/ },
  {
    name: 'Shift_JIS',
    pair: '[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]|[\xa1-\xdf]',
    common: /^(?:\x82[\x9f-\xf1]|\x83[\x40-\x96]|\x88[\x9f-\xfc]|[\x89-\x97]|\x98[\x40-\x72])/,
    neutral: /^(?:\x81|\x82[\x40-\x9e]|[\xa1-\xdf])/,
  },
  {
    name: 'GB18030',
    pair: '[\x81-\xfe][\x40-\x7e\x80-\xfe]',
    common: /^[\xb0-\xd7][\xa1-\xfe]/,
    neutral: /^[\xa1-\xa3]/,
  },
  { name: 'EUC-JP', pair: EUC, common: /^[\xa4\xa5\xb0-\xcf]/, neutral: /^[\xa1-\xa3]/ },
  { name: 'Big5', pair: '[\x81-\xfe][\x40-\x7e\xa1-\xfe]', common: /^[\xa4-\xc6]/, neutral: /^[\xa1-\xa3]/ },
];
const LEAST_COMMON = 2;
const LEAST_SHARE = 0.8;

/**
 * For texts too short for frequencies: nearly all characters are common, and none stands in a western word.
 * @param possible encodings in which all bytes are valid
 */
export function doubleByteEncoding(bytes: Uint8Array, possible: readonly string[]): string | null {
  const text = Buffer.from(bytes).toString('latin1');
  let best = { name: null as string | null, share: LEAST_SHARE };
  for (const { name, pair, common, neutral } of ENCODINGS) {
    if (!possible.includes(name)) continue;
    const found = new Set<string>();
    let [usual, others] = [0, 0];
    for (const [, before = '', run = '', after = ''] of text.matchAll(
      new RegExp(`([A-Za-z]?)((?:${pair})+)(?=([A-Za-z]?))`, 'g'),
    )) {
      for (const one of run.match(new RegExp(pair, 'g')) ?? []) {
        if (neutral.test(one)) continue;
        if (common.test(one) && before === '' && after === '') {
          usual += 1;
          found.add(one);
        } else others += 1;
      }
    }
    const share = usual / (usual + others);
    if (found.size >= LEAST_COMMON && share >= best.share && (best.name === null || share > best.share)) {
      best = { name, share };
    }
  }
  return best.name;
}
