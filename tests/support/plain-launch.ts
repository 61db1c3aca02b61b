import { spawn, type ChildProcess } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { appEnvironment } from '../../build/demo/launch-app.ts'
import { electronFlags, type FoundElectron } from '../../build/runtime/electron.mjs'

const READY_WITHIN_MS = 30_000

/**
 * An Electron app that was started without Playwright, as a user starts it. The test accesses the app's page through the browser's own
 * debugging port.
 */
export interface PlainLaunch {
  child: ChildProcess
  page: Page
  /** Time when the test started the process, in milliseconds since 1970, with fractions. */
  began: number
  close(): Promise<void>
}

/**
 * Starts Electron with the app in the folder `app`. The main process has no debugger attached, because a debugger would slow the start.
 * `data` is the app's data folder.
 */
export async function launchPlainly(
  electron: FoundElectron,
  app: string,
  data: string,
): Promise<PlainLaunch> {
  const portFile = join(data, 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const began = performance.timeOrigin + performance.now()
  const child = spawn(
    electron.executable,
    [...electronFlags(electron.executable), '--remote-debugging-port=0', app],
    {
      env: appEnvironment(data),
      stdio: 'ignore',
    },
  )
  let browser: Browser | undefined
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(timer)
    }
    // Close the debugging connection only after the app has exited. Otherwise `close` waits 30 seconds for a response that never arrives.
    await browser?.close().catch(() => {})
  }
  try {
    const port = await portOf(portFile)
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const page = await firstPage(browser)
    return { child, page, began, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function portOf(file: string): Promise<string> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await sleep(20)) {
    const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    if (port) return port
  }
  throw new Error('Electron opened no debugging port.')
}

async function firstPage(browser: Browser): Promise<Page> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await sleep(20)) {
    const page = browser.contexts()[0]?.pages()[0]
    if (page) return page
  }
  throw new Error('Electron showed no page.')
}

/** Returns the memory of a process and all its descendants in MB, as proportional set size (PSS): memory that they share counts once. */
export async function pssOf(root: number): Promise<{ mb: number; processes: number }> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map(
    await Promise.all(
      pids.map(async (pid): Promise<[number, number]> => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
        // The process name, in parentheses, may contain spaces.
        return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)]
      }),
    ),
  )
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === root) return true
    return false
  }
  const ours = pids.filter(isOurs)
  const sizes = await Promise.all(
    ours.map(async (pid) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
    }),
  )
  return { mb: sizes.reduce((sum, size) => sum + size, 0) / 1024, processes: ours.length }
}
