import { readdirSync, readFileSync } from 'node:fs'
import { until } from '../../support/cleanup.ts'

/** Fields of /proc/PID/stat after the name of the program, which may contain spaces. */
function statOf(pid: number | string): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat
      .slice(stat.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number)
  } catch {
    // The process has ended meanwhile.
    return []
  }
}

const TICK_MS = 10

/** Returns the processor time of a process, in milliseconds. */
export function processorMs(pid: number): number {
  const fields = statOf(pid)
  return ((fields[10] ?? 0) + (fields[11] ?? 0)) * TICK_MS
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)[0] === pid)
    .map(Number)
}

/** Returns the processor time of a process, of its running children, and of those that have ended, in milliseconds. */
export function familyMs(pid: number): number {
  const own = statOf(pid)
  const ended = ((own[12] ?? 0) + (own[13] ?? 0)) * TICK_MS
  return processorMs(pid) + ended + childrenOf(pid).reduce((sum, child) => sum + processorMs(child), 0)
}

/** Returns the resident memory of a process, in kB. */
export function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** Returns the resident memory of a process and of its children, in kB. */
export function residentFamilyKb(pid: number): number {
  return residentKb(pid) + childrenOf(pid).reduce((sum, child) => sum + residentKb(child), 0)
}

/**
 * Makes a Node process collect its garbage, through the debugger that Node opens on SIGUSR1. The process must run with `--inspect-port=0`,
 * and print the debugger's address to its log.
 */
export async function collectGarbage({ pid, log }: { pid: number; log: () => string }): Promise<void> {
  process.kill(pid, 'SIGUSR1')
  const address = await until(() => /Debugger listening on (ws:\S+)/.exec(log())?.[1])
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The debugger of the relay cannot be reached.')))
  })
  for (let times = 0; times < 2; times++) {
    const answered = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
    socket.send(JSON.stringify({ id: times, method: 'HeapProfiler.collectGarbage' }))
    await answered
  }
  socket.close()
}
