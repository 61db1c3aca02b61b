import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Kills a process and all its descendants with SIGKILL, and waits until the process has ended. */
export async function killApp(main: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (main.exitCode !== null || main.signalCode !== null) resolve()
    else main.once('exit', () => resolve())
  })
  if (main.pid !== undefined) killTree(main.pid)
  await ended
}

export function killTree(root: number): void {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // The process has already ended.
    }
  }
  const ours = [root]
  for (const one of ours) for (const [child, parent] of parents) if (parent === one) ours.push(child)
  for (const one of ours) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}
