import { closeSync, readdirSync, readlinkSync } from 'node:fs'

const OWN = '/proc/self/fd'

/**
 * Closes what a forked program was left of its parent's sockets and files. Electron's main keeps its own to itself only where
 * Chromium forks; a program that Node forked would hold them, a page's channel among them, of whose end main would never hear.
 * To be called first: while a program begins, Node has no file open and no socket but the channel.
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
    // It was that of the folder itself, and is gone.
    return false
  }
}
