// @module-tag all

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROWS, runConformance, type Line } from '../../build/conformance/main.ts'
import { startReceiver, type Context } from '../../build/conformance/row.ts'
import { runProgram } from '../../build/demo/program.ts'
import { startSandbox, type SandboxService } from '../../build/demo/services.ts'

const CONFORMANCE = fileURLToPath(new URL('../../build/conformance/cli.ts', import.meta.url))

/** Sections of the partner's specification. */
const SPEC_SECTIONS = ['1', '2', '3', '4.1', '4.2', '4.3', '4.4', '4.5', '5', '6', '7', '8', '9']

test('every section of the specification has checks, and every check has a section and a unique name', () => {
  const sections = new Set(ROWS.map(({ section }) => section))
  expect([...sections].sort()).toEqual(SPEC_SECTIONS)
  expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length)
})

const SERVICE = ['--base-url', 'http://127.0.0.1:9', '--client-id', 'me', '--client-secret-env', 'PATH']

test.each([
  [[...SERVICE, '--nope'], /unknown option '--nope'/],
  [['--base-url'], /'--base-url <URL>' argument missing/],
  [[], /required option '--base-url <URL>' not specified/],
  [[...SERVICE.slice(0, 2)], /required option '--client-id <ID>' not specified/],
  [[...SERVICE.slice(0, 4)], /required option '--client-secret-env <VAR>' not specified/],
  [
    [...SERVICE, '--wait', 'long'],
    /'--wait <SECONDS>' argument 'long' is invalid\. Use a number of 0 or more/,
  ],
  [[...SERVICE, '--wait', ''], /'--wait <SECONDS>' argument '' is invalid\. Use a number of 0 or more/],
  [[...SERVICE, '--base-url', 'nonsense'], /'--base-url <URL>' argument 'nonsense' is invalid\. ./],
  [[...SERVICE, '--base-url', 'http://partner.example'], /is invalid\. It is not encrypted/],
  [[...SERVICE, '--client-secret-env', 'NO_SUCH_SECRET'], /variable NO_SUCH_SECRET contains no secret/],
])(
  'invalid options (%j) end with exit code 2, a readable reason, and a reference to --help',
  { tags: ['all'] },
  async (args, words) => {
    const { code, stdout, stderr } = await runProgram(CONFORMANCE, args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(words)
    expect(stderr).toMatch(/See --help\.\n$/)
    expect(stderr).not.toMatch(/^\s+at /m)
  },
)

test.each([
  ['no-such-file', /--profile: cannot read no-such-file\./],
  ['package.json', /package\.json is not a valid endpoint profile:\n {2}kind: /],
])('an invalid profile is reported: %s', async (file, words) => {
  const { code, stdout, stderr } = await runProgram(CONFORMANCE, [...SERVICE, '--profile', file])
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(words)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test.each([
  ['no-such-file', /--payload: cannot read no-such-file\./],
  [
    'package.json',
    /package\.json is not an application\. Use JSON with the objects application and company\./,
  ],
])('an invalid payload is reported: %s', async (file, words) => {
  const { code, stdout, stderr } = await runProgram(CONFORMANCE, [...SERVICE, '--payload', file])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(words)
})

describe('the conformance check of the notification format', () => {
  const EVENT = {
    message_type: 'application_event',
    callback_path: 'http://127.0.0.1:9/iso/api/v1/applications/77',
    status: 'app_under_review',
    application_id: '77',
    timestamp: '2026-05-04T10:00:00.000000+00:00',
    event_id: 'b5b8f6d0-2f5e-4b0e-9a53-111111111111',
  }

  /** Sends these notifications to a receiver. Returns the result of the check `event.fields` in the conformance report. */
  async function look(...bodies: object[]) {
    const receiver = await startReceiver('127.0.0.1', 0)
    try {
      for (const body of bodies)
        await fetch(`http://127.0.0.1:${receiver.port}`, { method: 'POST', body: JSON.stringify(body) })
      const row = ROWS.find(({ id }) => id === 'event.fields')
      return await row?.run({ receiver, wait_s: 0.2, made: { application_id: '77' } } as Context)
    } finally {
      await receiver.close()
    }
  }

  test('checks an event of our application, and ignores the format of a test event', async () => {
    expect(await look({ message_type: 'test' }, EVENT)).toMatchObject({ result: 'pass' })
    expect(await look(EVENT, { message_type: 'test' })).toMatchObject({ result: 'pass' })
    expect(await look({ message_type: 'test' }, { ...EVENT, event_id: undefined })).toMatchObject({
      result: 'fail',
      detail: expect.stringContaining('event_id'),
    })
    expect(await look({ message_type: 'test' })).toMatchObject({
      result: 'not offered',
      detail: expect.stringContaining('only a test event arrived'),
    })
    expect(await look()).toMatchObject({ result: 'fail', detail: expect.stringContaining('nothing arrived') })
  })
})

describe('the conformance check against the sandbox', () => {
  let folder: string
  let sandbox: SandboxService | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funding-desk-conformance-'))
  })
  afterEach(async () => {
    await sandbox?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function run(
    options: Partial<Parameters<typeof startSandbox>[0]> = {},
    faults: object[] = [],
  ): Promise<Map<string, Line>> {
    sandbox = await startSandbox({ data: folder, speed: 'fast', admin: true, ...options })
    await setFaults(sandbox, faults)
    return drive(sandbox)
  }
  async function setFaults({ admin_url }: SandboxService, faults: object[]): Promise<void> {
    const set = await fetch(`${admin_url}/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    })
    expect(set.ok, await set.text()).toBe(true)
  }
  async function drive(
    { base_url, client_id, client_secret }: SandboxService,
    webhook_url = 'http://127.0.0.1:0/hook',
    payload?: string,
  ): Promise<Map<string, Line>> {
    const lines = await runConformance(
      {
        base_url,
        client_id,
        client_secret,
        profile: undefined,
        payload,
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

  test('passes every check except the one that needs a refresh token in JWT format', async () => {
    const lines = await run()
    expect(withResult(lines, 'fail')).toEqual([])
    expect(withResult(lines, 'not offered')).toEqual([
      'token.refresh-lifetime: the token does not contain it',
    ])
    expect(lines.size).toBe(ROWS.length)
  })

  test('fails no check if the sandbox responds with the alternative shapes', async () => {
    expect(withResult(await run({ shapes: 'alternative' }), 'fail')).toEqual([])
  })

  test('reports operations that are not offered, and fails no check', async () => {
    const not_offered = {
      'documents.list': ['GET /iso/api/v1/documents', 404],
      'offer.accept': ['POST /iso/api/v1/offer', 405],
      'webhook.read': ['GET /iso/api/v1/webhooks/:uuid', 405],
      'application.read': ['GET /iso/api/v1/applications/:id', 404],
      'token.refresh': ['POST /iso/api/auth/oauth2/token/refresh', 404],
    }
    const faults = Object.values(not_offered).map(([route, status]) => ({ route, fault: 'status', status }))
    const lines = await run({}, faults)
    expect(withResult(lines, 'fail')).toEqual([])
    for (const id of Object.keys(not_offered))
      expect(lines.get(id), id).toMatchObject({ result: 'not offered' })
  })

  test('sends the given application', async () => {
    const file = join(folder, 'application.json')
    const application = { amount_requested: 20_000, reference: 'OURS-1' }
    await writeFile(file, JSON.stringify({ application, company: { legal_name: 'Sample LLC' } }))
    sandbox = await startSandbox({ data: folder, speed: 'fast' })
    const lines = await drive(sandbox, '', file)
    // The sandbox refuses an application without an EIN. The specification does not require one, so the report refers to the option
    // `--payload`.
    expect(lines.get('application.create')).toMatchObject({
      result: 'fail',
      detail: expect.stringMatching(/are assumed: see --payload/),
    })
    const company = { legal_name: 'Sample LLC', ein: '123456789' }
    await writeFile(file, JSON.stringify({ application, company }))
    const again = await drive(sandbox, '', file)
    for (const id of ['application.create', 'applications.list'])
      expect(again.get(id), id).toMatchObject({ result: 'pass' })
  })

  test('fails the checks of the operations for which the sandbox returns faulty responses', async () => {
    sandbox = await startSandbox({ data: folder, speed: 'fast', admin: true })
    const faults = [
      { route: 'POST /iso/api/v1/document', fault: 'status', status: 500 },
      { route: 'POST /iso/api/v1/application', fault: 'malformed', times: 1 },
      // Simulates a service that accepts any token and responds that the webhook does not exist.
      { route: 'POST /iso/api/v1/webhooks/test', fault: 'status', status: 404 },
    ]
    await setFaults(sandbox, faults)
    // The faults prevent the upload of a document, so the sandbox sends no event. Pass an empty webhook address, so that the check does not
    // wait for one.
    const lines = await drive(sandbox, '')
    expect(lines.get('document.create')).toMatchObject({ result: 'fail' })
    expect(lines.get('error.document')).toMatchObject({ result: 'fail' })
    expect(lines.get('application.create')).toMatchObject({ result: 'fail' })
    expect(lines.get('bearer.forged')).toMatchObject({ result: 'fail' })
    expect(lines.get('bearer.required test')).toMatchObject({ result: 'fail' })
    expect(lines.get('token.create')).toMatchObject({ result: 'pass' })
  })
})
