import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export { RELAY, runProgram, SANDBOX, startProgram, type Program } from '../../../build/demo/program.ts'

/** Things to undo after a test, latest first. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = []

  add(step: () => unknown): void {
    this.#steps.push(step)
  }

  /** A folder of its own that is removed at the end. */
  folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'funding-desk-test-'))
    this.add(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).toReversed())
      // One after another, since a program must have ended before its folder goes.
      // oxlint-disable-next-line no-await-in-loop
      await step()
  }
}

/** Waits until a program's log says this: it comes through a pipe, after the answer to what it tells of. */
export async function untilLogged(program: { log(): string }, words: string): Promise<void> {
  await until(() => program.log().includes(words) || undefined)
}

/** Waits until `look` gives something other than undefined. Who waits in vain is ended by the test's time limit. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    // Polling is one look after another.
    // oxlint-disable-next-line no-await-in-loop
    const found = await look()
    if (found !== undefined) return found
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
