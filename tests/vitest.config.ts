import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** In Wine, a process starts several times more slowly than on Linux, and many tests start processes. */
const patience = process.platform === 'win32' ? 4 : 1
const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  // Use a separate cache folder, because a run with another configuration would empty a shared folder.
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    projects: [
      {
        root,
        test: {
          name: 'unit',
          setupFiles: ['tests/support/formatted-messages.ts'],
          include: ['src-*/**/*.test.{ts,tsx}', 'services/**/*.test.ts', 'build/**/*.test.ts'],
          // Property tests compute for seconds, and longer on a busy machine. The machine's load must not decide the result.
          testTimeout: patience * 30_000,
          hookTimeout: patience * 10_000,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          setupFiles: ['tests/support/formatted-messages.ts'],
          include: ['tests/integration/**/*.test.ts'],
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
          include: ['tests/e2e/**/*.test.ts'],
          // The end-to-end tests share one desktop, one keyring, and one notification service, so they run one after another.
          fileParallelism: false,
          // Poll long enough that a busy machine does not cause a failure.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          name: 'package',
          include: ['tests/package/**/*.test.ts'],
          fileParallelism: false,
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
