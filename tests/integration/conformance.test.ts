import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runConformance, type Line } from '../../build/conformance/main.ts'
import { ROWS } from '../../build/conformance/rows.ts'
import { SPEC_SECTIONS } from '../../build/conformance/spec-sections.ts'
import { runProgram } from '../../build/demo/program.ts'
import { startSandbox, type SandboxService } from '../../build/demo/services.ts'

const CONFORMANCE = fileURLToPath(new URL('../../build/conformance/cli.ts', import.meta.url))

test('every section of the specification has rows, and every row a section and a name of its own', () => {
  const sections = new Set(ROWS.map(({ section }) => section))
  expect([...sections].sort()).toEqual(Object.keys(SPEC_SECTIONS).sort())
  expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length)
})

const SERVICE = ['--base-url', 'http://127.0.0.1:9', '--client-id', 'me', '--client-secret-env', 'PATH']

test.each([
  [['--nope'], /Unknown option '--nope'/],
  [['--base-url'], /'--base-url <value>' argument missing/],
  [[], /Needed, and not given: --base-url, --client-id, --client-secret-env\./],
  [[...SERVICE, '--wait', 'long'], /--wait takes a number/],
  [[...SERVICE, '--wait', ''], /--wait takes a number/],
  [[...SERVICE, '--base-url', 'nonsense'], /--base-url takes a web address, and "nonsense" can't be used/],
  [[...SERVICE, '--base-url', 'http://partner.example'], /can't be used\. It is not encrypted/],
  [[...SERVICE, '--client-secret-env', 'NO_SUCH_SECRET'], /variable NO_SUCH_SECRET holds no secret/],
])('is told what is wrong with its options (%j) in words, and where to read on', async (args, words) => {
  const { code, stdout, stderr } = await runProgram(CONFORMANCE, args)
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(words)
  expect(stderr).toMatch(/See --help\.\n$/)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test.each([
  ['no-such-file', /--profile names a file that can't be read: no-such-file\./],
  ['package.json', /package\.json is no endpoint profile:\n {2}kind: /],
])('is told what is wrong with a profile: %s', async (file, words) => {
  const { code, stdout, stderr } = await runProgram(CONFORMANCE, [...SERVICE, '--profile', file])
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(words)
  expect(stderr).not.toMatch(/^\s+at /m)
})

describe('conformance against the sandbox', () => {
  let folder: string
  let sandbox: SandboxService | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funding-desk-conformance-'))
  })
  afterEach(async () => {
    await sandbox?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function run(options: Partial<Parameters<typeof startSandbox>[0]> = {}): Promise<Map<string, Line>> {
    sandbox = await startSandbox({ data: folder, speed: 'fast', ...options })
    return drive(sandbox)
  }
  async function drive(
    { base_url, client_id, client_secret }: SandboxService,
    webhook_url = 'http://127.0.0.1:0/hook',
  ): Promise<Map<string, Line>> {
    const lines = await runConformance(
      {
        base_url,
        client_id,
        client_secret,
        profile: undefined,
        webhook_url: webhook_url || undefined,
        requests_per_second: 0,
        wait_s: webhook_url === '' ? 0 : 15,
      },
      () => {},
    )
    return new Map(lines.map((line) => [line.id, line]))
  }
  const withResult = (lines: Map<string, Line>, result: Line['result']) =>
    [...lines.values()].filter((line) => line.result === result).map(({ id, detail }) => `${id}: ${detail}`)

  test('passes in every row', async () => {
    const lines = await run()
    expect(withResult(lines, 'fail')).toEqual([])
    expect(withResult(lines, 'not offered')).toEqual([])
    expect(lines.size).toBe(ROWS.length)
  })

  test('fails nothing where other shapes are chosen for what the specification leaves open', async () => {
    expect(withResult(await run({ shapes: 'alternative' }), 'fail')).toEqual([])
  })

  test('says so where operations are not offered, and fails nothing for it', async () => {
    const not_offered = [
      'documents.list',
      'offer.accept',
      'webhook.read',
      'application.read',
      'token.refresh',
    ]
    const lines = await run({ not_offered })
    expect(withResult(lines, 'fail')).toEqual([])
    for (const id of not_offered) expect(lines.get(id), id).toMatchObject({ result: 'not offered' })
  })

  test('finds a service that answers wrongly', async () => {
    sandbox = await startSandbox({ data: folder, speed: 'fast', admin: true })
    const faults = [
      { route: 'POST /iso/api/v1/document', fault: 'status', status: 500 },
      { route: 'POST /iso/api/v1/application', fault: 'malformed', times: 1 },
    ]
    const set = await fetch(`${sandbox.admin_url}/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    })
    expect(set.ok, await set.text()).toBe(true)
    // Without a document nothing follows, and waiting for it would only take time.
    const lines = await drive(sandbox, '')
    expect(lines.get('document.create')).toMatchObject({ result: 'fail' })
    expect(lines.get('error.document')).toMatchObject({ result: 'fail' })
    expect(lines.get('application.create')).toMatchObject({ result: 'fail' })
    expect(lines.get('token.create')).toMatchObject({ result: 'pass' })
  })
})
