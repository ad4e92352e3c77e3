/**
 * Who may import whom: the layers of the architecture, as a table. What is not listed is refused.
 * Type-only imports count like any other.
 */
const PURE = ['decision', 'llm/src/prompts', 'sql'];
const ADAPTERS = ['llm', 'persistence', 'work/src/messaging', 'target-database'];

/** Libraries of ours that a library, or a part of one, may import beside itself. */
const LAYERS = {
  contracts: [],
  'contracts/src/requests': ['contracts'],
  client: ['contracts'],
  // What a span or a counter is called belongs to whoever is observed; the SDK behind it is started by the runtime.
  'runtime/src/telemetry': ['contracts'],
  decision: ['contracts'],
  'llm/src/prompts': ['contracts'],
  sql: ['contracts'],
  behaviour: ['contracts', 'sql'],
  'questions/src/documents': ['contracts', 'sql'],
  // Scratch databases for instances: never connected to a target.
  'behaviour-engines': ['contracts', 'behaviour', 'runtime'],
  llm: ['contracts', ...PURE],
  persistence: ['contracts', ...PURE],
  // Safe connections are of the client's package, too.
  'work/src/messaging': ['contracts', 'client', ...PURE],
  // Child processes are started by the runtime.
  'target-database': ['contracts', ...PURE, 'runtime'],
  work: ['contracts', 'runtime/src/telemetry', ...PURE, ...ADAPTERS],
  // Its Nest module reads the models of the process from its configuration.
  questions: ['contracts', 'runtime/src/telemetry', ...PURE, 'behaviour', ...ADAPTERS, 'work', 'runtime'],
  stories: ['contracts', 'runtime/src/telemetry', ...PURE, ...ADAPTERS, 'work'],
  runtime: ['contracts'],
  'work/src/service': ['contracts', 'runtime/src/telemetry', ...PURE, ...ADAPTERS, 'work', 'runtime'],
  testing: ['contracts', 'runtime'],
  // A tool beside the services: it executes golds and pools itself, with the drivers that db-sampler uses.
  evaluation: [
    'contracts',
    'decision',
    'sql',
    'behaviour',
    'behaviour-engines',
    'target-database',
    'runtime',
    'client',
  ],
};

/** Files that are tests, and those that only tests and benchmarks load. */
const TEST_FILES = '\\.spec\\.tsx?$|/(testing|fixtures|conformance|bench)/|^(libs/testing|e2e|bench)/';

/** A part has a layer of its own. */
const partsOf = (library) =>
  Object.keys(LAYERS).flatMap((part) => (part.startsWith(`${library}/`) ? [`^libs/${part}/`] : []));

const layerRules = Object.entries(LAYERS).map(([library, allowed]) => ({
  name: `layer-of-${library}`,
  comment: `${library} may import ${allowed.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^libs/${library}/`, pathNot: [TEST_FILES, ...partsOf(library)] },
  to: { path: '^(libs|apps)/', pathNot: `^libs/(${[library, ...allowed].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'library-without-a-layer',
      comment: 'a new library takes its place in LAYERS first',
      severity: 'error',
      from: { path: '^libs/[^/]+/src/index\\.ts$', pathNot: `^libs/(${Object.keys(LAYERS).join('|')})/` },
      to: {},
    },
    {
      name: 'no-app-imports-another',
      comment: 'applications meet in queues and rows; only standalone puts them together, and `assay mcp` starts one',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: ['^apps/standalone/', '^apps/cli/src/commands/mcp\\.command\\.ts$'] },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'target-databases-are-behind-db-sampler',
      comment: 'no other service may hold a connection to a target database',
      severity: 'error',
      from: { path: '^apps/', pathNot: ['^apps/(db-sampler|standalone)/', TEST_FILES] },
      to: { path: '^libs/target-database/' },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'fakes do not reach production',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: TEST_FILES },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'no-way-around-the-index',
      comment: 'another package is imported by its name, which leads to its index',
      severity: 'error',
      from: { path: '^(libs|apps)/([^/]+)/' },
      to: {
        path: '^(libs|apps)/',
        pathNot: [
          '^$1/$2/',
          '^libs/[^/]+/src/((queue|plain|timing|entities|outline|child-process|embedded-postgres|addresses|prompts|messaging|telemetry|service|documents|requests)/)?(testing/)?index\\.ts$',
          '^apps/[^/]+/src/index\\.ts$',
        ],
      },
    },
    {
      name: 'no-path-into-another-package',
      comment: 'another package is imported by its name',
      severity: 'error',
      from: { path: '^(libs|apps)/([^/]+)/' },
      to: { path: '^(libs|apps)/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'decisions-are-pure',
      comment: 'cases, next step, selection and pairing are functions of their arguments',
      severity: 'error',
      from: { path: '^libs/decision/', pathNot: TEST_FILES },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-cycles',
      comment: 'modules that need each other are one module, or three',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unknown-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'a package lists what it imports',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: TEST_FILES },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: 'tsconfig.spec.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@assay/source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
