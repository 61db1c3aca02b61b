import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Collects cleanup steps and runs them after a test, the last added step first. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = []

  add(step: () => unknown): void {
    this.#steps.push(step)
  }

  /** Creates a temporary folder that is removed at the end. */
  folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'funding-desk-test-'))
    this.add(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).toReversed())
      // Sequential, because a program must end before its folder is removed.
      await step()
  }
}

/**
 * Waits until a program's log contains `words`. The log arrives through a pipe, so a line can be later than the response that the line
 * describes.
 */
export async function untilLogged(program: { log(): string }, words: string): Promise<void> {
  await until(() => program.log().includes(words) || undefined)
}

/** Polls until `look` returns something other than undefined. If `look` never does, the test's timeout ends the wait. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    // Sequential on purpose.
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
