import { withRegions } from './regions.mjs';
import { SCRATCH_VARIABLES } from './scratch-variables.mjs';

/** With regenerated parts. */
export function composeFile(text, { SERVICES, MODEL_CALLERS }) {
  return withRegions(text, 'docker-compose.yml', {
    'model-variables': ['MODEL', 'EFFORT'].flatMap((kind) =>
      MODEL_CALLERS.map((name) => `ASSAY_${kind}_${name.toUpperCase().replaceAll('-', '_')}:`),
    ),
    ...Object.fromEntries(
      SERVICES.filter(({ grants }) => grants.includes('scratch')).map(({ name }) => [
        `scratch-of-${name}`,
        SCRATCH_VARIABLES.map((key) => `${key}:`),
      ]),
    ),
    agents: SERVICES.filter(({ name }) => MODEL_CALLERS.includes(name)).flatMap(agent),
  });
}

/** Of people whom jobs of the queue story-evaluations name, docs/questions-queue.md. */
const FOR_PEOPLE = ['ASSAY_OIDC_ISSUER', 'ASSAY_OIDC_CLIENT_ID', 'ASSAY_QUOTAS'];

/** Only the common options. */
function agent({ name, product }) {
  const environment =
    product === 'story'
      ? ['  environment:', '    <<: *model-callers', ...FOR_PEOPLE.map((key) => `    ${key}:`)]
      : ['  environment: *model-callers'];
  return [
    `${name}:`,
    '  <<: *service',
    `  image: assay/${name}`,
    `  build: { context: ., args: { APP: ${name} } }`,
    ...environment,
  ];
}
