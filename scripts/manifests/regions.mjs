/** The parts of a file that follow from the list of services lie between these lines. */
const REGION = /^( *)# generated: (\S+)\n[\s\S]*?^\1# end\n/gm;

/**
 * The file with its generated parts regenerated.
 *
 * @param parts lines by the name of the part, without their indent
 */
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
