/** Quoted values, words and qualified names, comparison and arithmetic signs. */
const TOKENS =
  /(?<![\p{L}\p{N}])(?:'[^'\n]+'|"[^"\n]+"|‘[^‘’\n]+’|“[^“”\n]+”)(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}_]+(?:\.[\p{L}\p{M}\p{N}_]+)*|[<>=≤≥≠%+*/^]+|(?<!\S)-(?=\p{N})/gu;

const STOP_WORDS = new Set(
  'a an the is are be been was were that which there of in for as on its their this these those such do does'.split(
    ' ',
  ),
);

const SYNONYMS = new Map(
  Object.entries({
    return: 'returned returns listed lists shown shows included appears appear qualifies qualify',
    count: 'counted counts',
    link: 'linked assigned tied connected matched joined',
    by: 'through via',
    except: 'besides',
    each: 'every',
  }).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
);

const RESULT = /^(?:the )*(?:result|output) (?:is|has|contains|consists of) |\bin the (?:result|output)\b/giu;

/** Longer statements are compared as they are: the forms take more than linear time. */
const MOST_LETTERS = 1000;

/** Forms of one assertion, replaced in this order in a statement without stop words. */
const FORMS: readonly [RegExp, string][] = [
  [/\b(?:other than|apart from|addition to)\b/gu, 'except'],
  [/^(?:each|all) /u, ''],
  [/(?<!\bnot) all (return|count)$/u, ' $1'],
  [/ (?:left out|excluded|omitted)$/u, ' not return'],
  [
    /\bby (?:matching )?([^\s.]+(?:\.[^\s.]+)+) (?:= |equal (?:to )?|to |and |with )?([^\s.]+(?:\.[^\s.]+)+)$/u,
    'by $1 = $2',
  ],
  [/^(?:no (?:other |further )?column|nothing(?: else)?) (?:except|but) (.+) return$/u, 'only $1 return'],
  [/^no (?:other |further )?column return except (.+)$/u, 'only $1 return'],
  [/^(?!only\b|no\b)(.+) only column(?: return)?$/u, 'only $1 return'],
  [/^(?!only\b|no\b)(.+) (?:return and nothing else|and nothing else return)$/u, 'only $1 return'],
  [
    /^(only .+ return) (?:(?:(?:with )?no|without) (?:any )?(?:other|further|additional|more) column|and nothing else|one column)$/u,
    '$1',
  ],
  [/^no (?!.*\b(?:except|but|save|no|not|only)\b)(.+) (return|count)$/u, '$1 not $2'],
  [/^row return (.+)$/u, '$1 return'],
  [/ return(?: each row)?$/u, ''],
];

/**
 * What a test says, apart from how it is said: tests with equal results are one test. The order of words, numbers,
 * values in quotes, columns, comparisons, negations and quantifiers are kept.
 */
export function comparableStatement(statement: string): string {
  const plain = statement.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (plain.length > MOST_LETTERS) return plain.toLowerCase();
  const tokens = plain.replace(RESULT, '').match(TOKENS) ?? [];
  const words = tokens.filter((token) => !STOP_WORDS.has(token.toLowerCase())).map(comparableWord);
  const core = FORMS.reduce((said, [form, instead]) => said.replace(form, instead), words.join(' '));
  return core === '' ? plain.toLowerCase() : core;
}

function comparableWord(token: string): string {
  if (/^['"‘“]/u.test(token)) return token.slice(1, -1);
  const word = token.toLowerCase();
  return SYNONYMS.get(word) ?? (/[_.\d]/u.test(word) ? word : singular(word));
}

function singular(word: string): string {
  return word
    .replace(/(?<=\p{L}{2})ies$/u, 'y')
    .replace(/(?<=ss|sh|ch|x|z)es$/u, '')
    .replace(/(?<=\p{L}{2}[^su])s$/u, '');
}
