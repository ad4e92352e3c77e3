/** The parts of docker-compose.yml that follow from the list of services lie between these lines. */
const REGION = /^( *)# generated: (\S+)\n[\s\S]*?^\1# end\n/gm;

/** docker-compose.yml with its generated parts made anew from the list of services. */
export function composeFile(text, { SERVICES, MODEL_CALLERS }) {
  const parts = {
    'model-variables': ['MODEL', 'EFFORT'].flatMap((kind) =>
      MODEL_CALLERS.map((name) => `ASSAY_${kind}_${name.toUpperCase().replaceAll('-', '_')}:`),
    ),
    agents: SERVICES.filter(({ name }) => MODEL_CALLERS.includes(name)).flatMap(agent),
  };
  const found = [];
  const result = text.replace(REGION, (_, indent, part) => {
    found.push(part);
    if (parts[part] === undefined) throw new Error(`docker-compose.yml has an unknown generated part, ${part}`);
    const lines = [`# generated: ${part}`, ...parts[part], '# end'];
    return lines.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
  });
  const missing = Object.keys(parts).filter((part) => !found.includes(part));
  if (missing.length > 0) throw new Error(`docker-compose.yml has no generated part ${missing.join(', ')}`);
  return result;
}

/** A service whose only options are those of all who call a model. */
function agent({ name }) {
  return [
    `${name}:`,
    '  <<: *service',
    `  image: assay/${name}`,
    `  build: { context: ., args: { APP: ${name} } }`,
    '  environment: *models',
  ];
}
