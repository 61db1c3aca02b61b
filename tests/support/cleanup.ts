import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Collects cleanup steps during a test and runs them after the test, the last added step first. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = []

  add(step: () => unknown): void {
    this.#steps.push(step)
  }

  /** Creates a temporary folder. The cleanup deletes it. */
  folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'funding-desk-test-'))
    // Windows cannot delete a file until the process that has it open has ended completely.
    this.add(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
    return path
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).toReversed())
      // Sequential, because a program must end before the folder with its files is deleted.
      await step()
  }
}

/**
 * Waits until a program's log contains `words`. The log arrives through a pipe. It may therefore arrive later than the program's HTTP
 * response to the request that caused the log line.
 */
export async function untilLogged(program: { log(): string }, words: string): Promise<void> {
  await until(() => program.log().includes(words) || undefined)
}

/** Calls `look` repeatedly until it returns something other than undefined. If that never happens, the test's timeout ends the wait. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    // Sequential: a new call starts only after the previous one has ended.
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
