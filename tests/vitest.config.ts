import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ELECTRON_ONLY_FILES } from './support/chromium/electron-only.ts'
import { COMPILE_CACHE } from './support/compile-cache.ts'

/** In Wine, a process starts several times more slowly than on Linux, and many tests start processes. */
const patience = process.platform === 'win32' ? 4 : 1
const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that take more than a minute, on a new machine or always. */
const SLOW_FILES = [
  'package.test.ts',
  'windows.test.ts',
  'accessibility.test.ts',
  'notations.test.ts',
  'vault-damage.test.ts',
]

/** Starts the slow files first, so that no worker is idle while another worker runs a slow file at the end. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = SLOW_FILES.length
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOW_FILES.indexOf(basename(moduleId))
      return index < 0 ? others : index
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const unitTests = {
  setupFiles: ['tests/support/formatted-messages.ts'],
  env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
  // Property tests compute for seconds, and longer on a busy machine. The machine's load must not decide the result.
  testTimeout: patience * 30_000,
  hookTimeout: patience * 10_000,
}

export default defineConfig({
  root,
  // Use a separate cache folder, because a run with another configuration would empty a shared folder.
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    sequence: { sequencer: SlowFilesFirst },
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
          setupFiles: ['tests/support/own-session.ts', 'tests/support/formatted-messages.ts'],
          include: ['tests/integration/**/*.test.ts'],
          env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
          // Let test files share a process, because a new process for each file takes a second. No test file keeps module-level state that
          // affects other files.
          isolate: false,
          testTimeout: patience * 30_000,
          hookTimeout: patience * 60_000,
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
          // Poll long enough that a busy machine does not cause a failure.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          name: 'package',
          globalSetup: ['tests/support/desktop-sessions.ts'],
          setupFiles: ['tests/support/own-session.ts'],
          include: ['tests/package/**/*.test.ts'],
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
