import { closeSync, readdirSync, readlinkSync } from 'node:fs'

const OWN = '/proc/self/fd'

/**
 * Closes sockets and files that a forked program inherited from its parent. Electron's main process prevents this inheritance only for
 * processes that Chromium forks. A program forked by Node would otherwise keep them open, including the channel between main and a page.
 * Main would then never notice that the page ended. Call this before the program opens anything: at its start, Node has opened no files,
 * and no socket except its channel to main.
 */
export function closeInherited(): void {
  if (process.platform !== 'linux') return
  const channel = (process.channel as unknown as { fd?: number } | undefined)?.fd
  for (const name of readdirSync(OWN)) {
    const fd = Number(name)
    if (fd > 2 && fd !== channel && isSocketOrFile(name)) closeSync(fd)
  }
}

function isSocketOrFile(name: string): boolean {
  try {
    return /^socket:|^\/(?!dev\/null|proc\/)/.test(readlinkSync(`${OWN}/${name}`))
  } catch {
    // Only one descriptor is unreadable: the one that was used to list the folder. It is already closed, so skip it.
    return false
  }
}
