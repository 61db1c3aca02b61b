import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { writePorts } from './demo/open-demo.mjs'
import { buildGate, printSlowFiles, runGates, total } from './gates.mjs'

let lines: string[]

beforeEach(() => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => vi.restoreAllMocks())

const gate = (name: string, outcome: Awaited<ReturnType<Parameters<typeof runGates>[0][number]['run']>>) => ({
  name,
  run: async () => outcome,
})

async function totalOf(...gates: Parameters<typeof runGates>[0]): Promise<ReturnType<typeof total>> {
  return total(await runGates(gates, { json: false }))
}

test('counts each gate without tests as one result, counts the tests of other gates singly, and ignores skipped tests', async () => {
  expect(
    await totalOf(
      gate('lint', { code: 0, output: '' }),
      gate('types', { code: 1, output: 'TS2307' }),
      gate('unit', { code: 1, output: '', tests: { passed: 5, failed: 2, skipped: 3 } }),
    ),
  ).toEqual({ passed: 6, failed: 3 })
})

test('counts one failure if the test runner exits with an error although no test failed', async () => {
  expect(
    await totalOf(gate('unit', { code: 1, output: '', tests: { passed: 5, failed: 0, skipped: 0 } })),
  ).toEqual({
    passed: 5,
    failed: 1,
  })
})

test('counts a gate that cannot run as a failure, and still runs the other gates', async () => {
  const broken = { name: 'types', run: () => Promise.reject(new Error('no such program')) }
  expect(await totalOf(broken, gate('lint', { code: 0, output: '' }))).toEqual({ passed: 1, failed: 1 })
  expect(lines.join('\n')).toContain('no such program')
})

test('prints the number of skipped tests with each reason', async () => {
  await totalOf(gate('unit', { code: 0, output: '', skips: [['as git is missing', 2]] }))
  expect(lines).toContain('- 2 skipped, as git is missing')
})

test('does not print the output of gates that pass', async () => {
  await totalOf(gate('lint', { code: 0, output: 'chatter' }), gate('types', { code: 1, output: 'TS2307' }))
  expect(lines.join('\n')).not.toContain('chatter')
  expect(lines.join('\n')).toContain('TS2307')
})

test('prints only JSON objects on stdout in JSON mode', async () => {
  await runGates([gate('lint', { code: 0, output: '' }), gate('types', { code: 1, output: 'TS2307' })], {
    json: true,
  })
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { gate: 'lint', result: 'pass', passed: 1, failed: 0 },
    { gate: 'types', result: 'fail', passed: 0, failed: 1 },
  ])
})

test('runs a gate that uses all cores while no other gate runs', async () => {
  let running = 0
  const seen: number[] = []
  const counting = (name: string, usesAllCores?: true) => ({
    name,
    ...(usesAllCores && { usesAllCores }),
    run: async () => {
      running += 1
      if (usesAllCores) seen.push(running)
      await setImmediate()
      if (usesAllCores) seen.push(running)
      running -= 1
      return { code: 0, output: '' }
    },
  })
  await totalOf(counting('unit', true), counting('lint'), counting('integration', true), counting('types'))
  expect(seen).toEqual([1, 1, 1, 1])
})

test('lists the slowest test files of all gates', () => {
  const verdict = {
    name: '',
    passed: true,
    seconds: 0,
    isTests: true,
    output: '',
    note: '',
    unstable: [],
    skips: [],
  }
  const counts = { passed: 1, failed: 0, skipped: 0 }
  printSlowFiles([
    {
      ...verdict,
      counts,
      slow: [
        ['a.test.ts', 1],
        ['b.test.ts', 3],
      ],
    },
    { ...verdict, counts, slow: [['c.test.ts', 2]] },
  ])
  expect(lines.slice(1)).toEqual(['   3.0 s  b.test.ts', '   2.0 s  c.test.ts', '   1.0 s  a.test.ts'])
})

test('the build gate fails without building while a demo is open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-gates-'))
  const relay = createServer((_request, response) => response.end('{"status":"ok"}'))
  try {
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    await writePorts(folder, { sandbox: 1, relay: (relay.address() as AddressInfo).port })
    const { code, output } = await buildGate(process.execPath, folder).run()
    expect([code, output]).toEqual([1, expect.stringMatching(/^The demo is open here/)])
    expect(await readdir(folder)).toEqual(['ports.json'])
  } finally {
    relay.close()
    await rm(folder, { recursive: true, force: true })
  }
})
