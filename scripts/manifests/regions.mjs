/** Marks of generated parts. */
const REGION = /^( *)# generated: (\S+)\n[\s\S]*?^\1# end\n/gm;

/** @param parts lines by name, without indent */
export function withRegions(text, file, parts) {
  const found = [];
  const result = text.replace(REGION, (_, indent, part) => {
    found.push(part);
    if (parts[part] === undefined) throw new Error(`${file} has an unknown generated part, ${part}`);
    const lines = [`# generated: ${part}`, ...parts[part], '# end'];
    return lines.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
  });
  const missing = Object.keys(parts).filter((part) => !found.includes(part));
  if (missing.length > 0) throw new Error(`${file} has no generated part ${missing.join(', ')}`);
  return result;
}
