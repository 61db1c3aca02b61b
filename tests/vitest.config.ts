import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  // A separate cache, because the folder of another configuration would empty it.
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    projects: [
      {
        root,
        test: {
          name: 'unit',
          setupFiles: ['tests/support/worded.ts'],
          include: ['src-*/**/*.test.{ts,tsx}', 'services/**/*.test.ts', 'build/**/*.test.ts'],
          // Property tests compute for seconds, and longer on a busy machine, which decides nothing.
          testTimeout: 30_000,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          setupFiles: ['tests/support/worded.ts'],
          include: ['tests/integration/**/*.test.ts'],
          // Files keep nothing at their top that another one could meet, and a new process for each takes a second.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // One desktop, one keyring, one notification service: the journeys share them one after another.
          fileParallelism: false,
          // Long enough that a busy machine decides nothing.
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
