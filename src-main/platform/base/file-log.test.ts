import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const program = `
  process.defaultApp = true
  const { consoleLog } = await import(${JSON.stringify(new URL('./file-log.ts', import.meta.url).href)})
  process.on('uncaughtException', () => process.exit(1))
  process.stdin.once('end', () => {
    for (let line = 0; line < 5; line++) setTimeout(() => consoleLog.warn('page hangs'), line * 20)
    setTimeout(() => process.exit(0), 200)
  }).resume()`

test('writing to the log after the terminal closed causes no exception', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  child.stderr.destroy()
  child.stdin.end()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})
