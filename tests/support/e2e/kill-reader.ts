import { readdirSync, readFileSync } from 'node:fs'
import { until } from '../cleanup.ts'
import type { TestEnvironment } from './environment.ts'

/** Kills the process that reads a statement now, as if it had crashed. Waits until there is one. */
export async function killReader({ app }: TestEnvironment): Promise<void> {
  const main = app.application.process().pid
  const pid = await until(() =>
    readdirSync('/proc').find((name) => /^\d+$/.test(name) && isReader(name, String(main))),
  )
  process.kill(Number(pid), 'SIGKILL')
}

function isReader(pid: string, parent: string): boolean {
  try {
    const [, state = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return program.includes('statement-host') && state.split(' ')[1] === parent
  } catch {
    // The process has ended meanwhile.
    return false
  }
}
