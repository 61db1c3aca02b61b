import { open, readdir, readFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'playwright-core'
import type { RunningApp } from '../../../build/demo/launch-app.ts'

/** Returns which of these texts are in the JavaScript heap of a page, after a garbage collection. */
export async function inHeap(page: Page, texts: readonly string[]): Promise<string[]> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  try {
    await session.send('HeapProfiler.enable')
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  } finally {
    await session.detach()
  }
  const snapshot = chunks.join('')
  return texts.filter((text) => snapshot.includes(text))
}

/**
 * Returns which of these texts are anywhere in the memory of the processes that show pages, in one-byte or two-byte characters. Includes
 * memory that the program has freed. Linux only, as root.
 */
export async function inRenderers(app: RunningApp, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const pids = await rendererPids(app.application.process().pid ?? 0)
  if (pids.length === 0) throw new Error('No process shows a page.')
  for (const pid of pids) for (const text of await inProcess(pid, texts)) found.add(text)
  return texts.filter((text) => found.has(text))
}

/** Returns the processes below `root` that show pages, including those that Chromium holds ready. */
async function rendererPids(root: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = new Map<number, number>()
  const renderers: number[] = []
  for (const name of all) {
    const pid = Number(name)
    const [stat, command] = await Promise.all([
      readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''),
      readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
    ])
    parents.set(pid, Number(/\) \S (\d+)/.exec(stat)?.[1] ?? 0))
    if (command.includes('--type=renderer')) renderers.push(pid)
  }
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0))
  return renderers.filter((pid) => isBelow(pid))
}

async function inProcess(pid: number, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.map((text) => [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')])
  const longest = Math.max(...texts.map((text) => text.length * 2))
  const found = new Set<number>()
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '')
  const memory = await open(`/proc/${pid}/mem`, 'r').catch(() => null)
  if (memory === null) return []
  try {
    for (const line of maps.split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (from === undefined || to === undefined) continue
      const end = BigInt(`0x${to}`)
      const step = BigInt(MOST_AT_ONCE - longest)
      for (let at = BigInt(`0x${from}`); at < end; at += step) {
        const length = Number(end - at < BigInt(MOST_AT_ONCE) ? end - at : BigInt(MOST_AT_ONCE))
        const part = Buffer.alloc(length)
        const read = await memory.read(part, 0, length, at).catch(() => ({ bytesRead: 0 }))
        const bytes = part.subarray(0, read.bytesRead)
        patterns.forEach((forms, index) => {
          if (forms.some((form) => bytes.includes(form))) found.add(index)
        })
        if (read.bytesRead < length) break
      }
    }
  } finally {
    await memory.close()
  }
  return texts.filter((_, index) => found.has(index))
}

const MOST_AT_ONCE = 16 * 1024 * 1024
