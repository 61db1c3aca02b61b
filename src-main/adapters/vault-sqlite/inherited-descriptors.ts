import { closeSync, readdirSync, readlinkSync } from 'node:fs'

const OWN = '/proc/self/fd'

/**
 * Closes inherited sockets and files of the parent in a forked program. Electron's main protects its own only when Chromium forks. A
 * program forked by Node would keep them open, including a page's channel, and main would never notice its end. Call this first: at its
 * start, Node has no files open and no socket except the channel.
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
    // The descriptor of the folder listing is already closed.
    return false
  }
}
