import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startExclusively, isDemoOpen, readPorts, writePorts } from './open-demo.mjs'
import { missingPictures, pictureOf, TOUR_STEPS } from './run-tour.mjs'

let folder: string
let server: Server | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funding-desk-demo-'))
})
afterEach(async () => {
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

/** Starts a server on the port that the demo recorded for its relay. */
async function answering(status: number, body: string): Promise<void> {
  server = createServer((_request, response) => response.writeHead(status).end(body))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  await writePorts(folder, { sandbox: 1, relay: (server.address() as AddressInfo).port })
}

it('reads the ports that the previous start recorded', async () => {
  await writePorts(folder, { sandbox: 4001, relay: 4002 })
  expect(await readPorts(folder)).toEqual({ sandbox: 4001, relay: 4002 })
})

it.each(['', '{"sandbox":40', 'null', '[]', '{"sandbox":"a","relay":70000}', '{"relay":-1}'])(
  'treats a ports file with the content %j as missing',
  async (text) => {
    await writeFile(join(folder, 'ports.json'), text)
    expect(await readPorts(folder)).toEqual({ sandbox: 0, relay: 0 })
    expect(await isDemoOpen(folder)).toBe(false)
  },
)

it('the demo counts as open while its relay responds', async () => {
  await answering(200, '{"status":"ok"}')
  expect(await isDemoOpen(folder)).toBe(true)
})

it.each([
  [503, '{"status":"stopping"}'],
  [200, '<html>somebody else</html>'],
])('the demo does not count as open if its relay port responds with %s %s', async (status, body) => {
  await answering(status, body)
  expect(await isDemoOpen(folder)).toBe(false)
})

it('the demo does not count as open if nothing responds or no port was recorded', async () => {
  expect(await isDemoOpen(folder)).toBe(false)
  await writePorts(folder, { sandbox: 1, relay: 2 })
  expect(await isDemoOpen(folder)).toBe(false)
})

describe('a second start of the demo', () => {
  const demo = () => join(folder, 'demo')

  it('is refused while the demo is open', async () => {
    await answering(200, '{"status":"ok"}')
    await expect(startExclusively(folder)).rejects.toThrow(/already open/)
  })

  it('is refused while another start installs or builds, and works after that start ended', async () => {
    const module = new URL('open-demo.mjs', import.meta.url).href
    const program = `import { startExclusively } from ${JSON.stringify(module)}
      await startExclusively(${JSON.stringify(demo())})
      console.log('begun')
      setInterval(() => {}, 1000)`
    const other = spawn(process.execPath, ['--input-type=module', '-e', program])
    await once(other.stdout, 'data')
    await expect(startExclusively(demo())).rejects.toThrow(/Another start is running/)
    other.kill('SIGKILL')
    await once(other, 'exit')

    const end = await startExclusively(demo())
    await end()
    expect(await readdir(folder)).toEqual([])
  })
})

it('the tour lacks a picture if the file is missing or empty', async () => {
  const [first, second, ...others] = TOUR_STEPS
  await writeFile(join(folder, pictureOf(second)), '')
  for (const step of others) await writeFile(join(folder, pictureOf(step)), 'picture')
  expect(await missingPictures(folder)).toEqual([pictureOf(first), pictureOf(second)])
  expect(pictureOf(first)).toBe('01-first-run.png')
})
