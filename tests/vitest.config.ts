import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ELECTRON_ONLY_FILES } from './support/chromium/electron-only.ts'
import { COMPILE_CACHE } from './support/compile-cache.ts'

/**
 * Ends a test that hangs. A test waits for events, so the load of the machine must not decide its result. The limit is therefore the same
 * for all tests, and much longer than any test takes.
 */
const LIMIT = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } }

/**
 * Mark a test, a group, or a file (with a comment `@module-tag NAME` at its start) with a tag to choose which command runs it. An
 * end-to-end test without a tag runs only in `npm run test:all`; every other test without a tag also runs in `npm test`.
 */
const tags = [
  { name: 'all', description: 'Runs only in npm run test:all.' },
  { name: 'journey', description: 'An end-to-end test that also runs in npm test.' },
]

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts the tests of the package first, so that no worker is idle while another one still builds and tests the package at the end. */
class PackageFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => (project.name === 'package' ? 0 : 1)
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const unitTests = {
  setupFiles: ['tests/support/formatted-messages.ts', 'tests/support/property-runs.ts'],
  env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
  ...LIMIT,
}

export default defineConfig({
  root,
  // Use a separate cache folder, because a run with another configuration would empty a shared folder.
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    tags,
    sequence: { sequencer: PackageFirst },
    projects: [
      {
        root,
        test: {
          ...unitTests,
          name: 'unit',
          include: ['src-{main,preload,shared}/**/*.test.ts', 'services/**/*.test.ts', 'build/**/*.test.ts'],
          // Let test files share a process, because a new process for each file takes longer than most tests.
          isolate: false,
        },
      },
      {
        root,
        // These tests replace modules and globals of the page, so each test file needs a process of its own.
        test: { ...unitTests, name: 'unit-renderer', include: ['src-renderer/**/*.test.{ts,tsx}'] },
      },
      {
        root,
        test: {
          name: 'integration',
          globalSetup: ['tests/support/desktop-sessions.ts'],
          setupFiles: [
            'tests/support/own-session.ts',
            'tests/support/formatted-messages.ts',
            'tests/support/property-runs.ts',
          ],
          include: ['tests/integration/**/*.test.ts'],
          env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
          // Let test files share a process, because a new process for each file takes a second. No test file keeps module-level state that
          // affects other files.
          isolate: false,
          ...LIMIT,
        },
      },
      {
        root,
        test: {
          name: 'e2e',
          globalSetup: ['tests/support/desktop-sessions.ts'],
          setupFiles: ['tests/support/own-session.ts'],
          include: ['tests/e2e/**/*.test.ts'],
          // As in the integration tests.
          isolate: false,
          ...LIMIT,
        },
      },
      {
        root,
        test: {
          name: 'chromium',
          include: ['tests/e2e/**/*.test.ts', 'tests/chromium/**/*.test.ts'],
          exclude: Object.keys(ELECTRON_ONLY_FILES).map((name) => `tests/e2e/${name}.test.ts`),
          globalSetup: ['tests/support/desktop-sessions.ts'],
          setupFiles: ['tests/support/own-session.ts', 'tests/support/chromium/setup.ts'],
          env: { FUNDING_DESK_PAGES: 'chromium' },
          ...LIMIT,
        },
      },
      {
        root,
        test: {
          name: 'package',
          globalSetup: ['tests/support/desktop-sessions.ts'],
          setupFiles: ['tests/support/own-session.ts'],
          include: ['tests/package/**/*.test.ts'],
          ...LIMIT,
        },
      },
    ],
  },
})
