// Sources are run as native ES modules, compiled by swc; worker threads and child processes use the built files in dist
// (a `pre` script builds them), so that what is tested there is what is shipped.
const packages = {
  runtime: 'services/runtime',
  tenant: 'services/tenant',
  questionnaire: 'services/questionnaire',
  'trust-portal': 'services/trust-portal',
  insights: 'services/insights',
  gateway: 'gateway',
  client: 'gateway/client',
  'embedded-mongo': 'deploy/embedded/mongo',
  embedded: 'deploy/embedded',
};

const integration = process.env.CANDOR_TESTS === 'integration';

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: integration ? ['<rootDir>/**/*.integration.ts'] : ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/gen/'],
  modulePathIgnorePatterns: ['/dist/'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    ...Object.fromEntries(
      Object.entries(packages).flatMap(([name, dir]) => [
        [`^@candor/${name}$`, `<rootDir>/${dir}/src/index.ts`],
        [`^@candor/${name}/(.*)$`, `<rootDir>/${dir}/src/$1.ts`],
      ]),
    ),
    '^@candor/proto/(.*)$': '<rootDir>/proto/gen/$1.ts',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
        sourceMaps: true,
      },
    ],
  },
  // Each integration test starts a whole installation, and some compare when things ended: one has the machine at a time.
  // Other suites wait for disks and sockets a quarter of their time: three of them keep two cores busy.
  maxWorkers: integration ? 1 : 3,
  // Node keeps the modules of each suite as long as its process lives: collecting garbage around them came to cost more than
  // the tests. A process with so much on its heap makes way for a new one.
  workerIdleMemoryLimit: '400MB',
  globalSetup: '<rootDir>/test/support/run-begins.mjs',
  globalTeardown: '<rootDir>/test/support/run-ends.mjs',
  // A test waits for what happens; this only ends one that hangs, on a slow processor, too.
  testTimeout: 180000,
};
