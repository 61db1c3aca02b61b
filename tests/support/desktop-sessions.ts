import type { TestProject } from 'vitest/node'
import { openDesktopSession } from '../../build/runtime/desktop-session.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The environment variables of each worker's desktop session. Empty on Windows and macOS, where tests use the user's own session. */
    desktopSessions: NodeJS.ProcessEnv[]
  }
}

const opened: Awaited<ReturnType<typeof openDesktopSession>>[] = []

/**
 * Opens one desktop session per worker of the test runner, so that test files can run in parallel. Each session has its own display,
 * keyring, and notification service. `own-session.ts` puts each test file into the session of its worker.
 */
export async function setup(project: TestProject): Promise<void> {
  const count = process.platform === 'linux' ? project.globalConfig.maxWorkers : 0
  const sessions = await Promise.all(Array.from({ length: count }, openDesktopSession))
  opened.push(...sessions)
  project.provide(
    'desktopSessions',
    sessions.map(({ env }) => env),
  )
}

export async function teardown(): Promise<void> {
  await Promise.all(opened.splice(0).map(({ close }) => close()))
}
