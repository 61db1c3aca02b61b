import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'

const program = `
  const { closeInherited } = await import(${JSON.stringify(new URL('./inherited-descriptors.ts', import.meta.url).href)})
  closeInherited()
  process.on('message', (message) => process.send(message))
  process.on('disconnect', () => process.exit(0))`

const isLinux = process.platform === 'linux'
test.skipIf(!isLinux)(
  `a forked program closes inherited descriptors, and still receives its parent's messages${isLinux ? '' : ': skipped, as only Linux lists the open files of a process in /proc'}`,
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
    })
    const inherited = child.stdio[4] as Readable
    inherited.resume()
    // This socket ends only when all copies of its other end are closed. The child keeps running, so the end of the socket shows that the
    // child closed its inherited copy.
    await once(inherited, 'end')
    child.send('still there?')
    expect(await once(child, 'message')).toContain('still there?')
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)
