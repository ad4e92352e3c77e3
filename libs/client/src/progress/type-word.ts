/** The first that matches a type in lower case, without parameters, applies. */
const TYPE_WORDS: readonly (readonly [type: RegExp, word: string])[] = [
  [/^_|^array/, 'list'],
  [/^(?:struct|tuple|row|record|object|nested)$/, 'record'],
  [/^(?:map|hstore)$/, 'map'],
  [/union|variant|dynamic/, 'mixed'],
  [/point|^geo|polygon|^(?:multi)?line|^ring$|^lseg$|^box$|^path$|^circle$/, 'shape'],
  [/^json/, 'JSON'],
  [/char|text|clob|string|enum|^set$|^uuid|^uniqueid|^name$|^inet|^cidr|^ipv|^macaddr|xml|rowid|^long$/, 'text'],
  [/interval/, 'duration'],
  [/range/, 'range'],
  [/^(?:var)?binary$|blob|bytea|raw$|^image$|^varbit|^bit varying/, 'binary'],
  [/bool|^bit$/, 'yes or no'],
  [/int|numeric|decimal|float|double|real|number|money|serial/, 'number'],
  [/^date(?:32)?$/, 'date'],
  [/date|time/, 'time'],
];

/** Such as `number` or `yes or no`; unknown ones keep their name. */
export function typeWord(type: string): string {
  if (/\[\d*\]$/.test(type)) return 'list';
  if (/^bit\((?!1\))/i.test(type)) return 'binary';
  const name = type.toLowerCase().replace(/\(.*/s, '');
  return TYPE_WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? type;
}
