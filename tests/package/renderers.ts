import { readdir, readFile } from 'node:fs/promises'

export interface Renderers {
  /** Modes of the seccomp filters of the app's renderer processes (`Seccomp` in proc(5)). Mode 2 means that a filter is active. */
  seccomp: number[]
  /** Number of nested process namespaces of each renderer. A renderer that runs without Chromium's sandbox has one. */
  namespaces: number[]
}

/** Reads from /proc how Chromium's sandbox restricts the renderer processes of the app in a folder. */
export async function renderersOf(folder: string): Promise<Renderers> {
  const seen: Renderers = { seccomp: [], namespaces: [] }
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!line.startsWith(`${folder}/`) || !line.includes('--type=renderer')) continue
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    seen.seccomp.push(Number(/^Seccomp:\s*(\d+)/m.exec(status)?.[1]))
    seen.namespaces.push(/^NSpid:(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/).length ?? 0)
  }
  return seen
}
