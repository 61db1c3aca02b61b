import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { call } from '../../build/demo/connect.ts'
import { fillApplication, startApplication } from '../../build/demo/journey.ts'
import { CHANNELS, REGISTER_FILES, type Channel } from '../../src-shared/ipc/channels.ts'
import { contract } from '../../src-shared/ipc/contract.ts'
import { TestOffice } from '../e2e/support/office.ts'
import { secretsOf } from '../e2e/support/secrets.ts'
import type { Measured } from '../measured.ts'
import { Findings, type Answer } from './bad-input-support/findings.ts'
import { judgeSignatures, sendHooks } from './bad-input-support/notifications.ts'
import { harmed, inputsOf } from './bad-input-support/from-schema.ts'

/*
 * Method: the real app, set up against the real sandbox and relay, with an application in it, is given what it should never get,
 * from a seed that is told: every channel inputs that its schema lets through, with hostile values, and some that it does not,
 * by the page's own bridge; the values that are no JSON (cycles, maps, a million characters); paths past the bridge, as only
 * native code in the page's process could send them; real PDFs, CSV and JSON files, backups and endpoint profiles, harmed by
 * cuts, flips and fillings, through the app's own channels; to the relay, bodies and signatures harmed in the same way; and
 * these signatures to the check that the app makes. The system's dialogs answer that the user thought better of it.
 *
 * `crashes`: the app, the vault's process or the relay ended or answers no more; an answer INTERNAL, a 5xx, an exception that
 * nobody caught; a call without an answer within a minute. `leaks`: the client secret, the device token, the vault key or the
 * SSN of the application, in an answer, in the log's file or in what the app says to its terminal. Only `deals.reveal` may
 * answer an SSN.
 */

const SEED = 7
const CALLS_A_CHANNEL = 15
const HARMED_FILES = 30
const ANSWER_WITHIN_MS = 60_000
const SSN = ['900-12-3456', '900123456']

/** They change what all others work on, or the settings by which they reach anything: so they come last. */
const LAST = new Set<Channel>([
  'environment.save_credentials',
  'environment.forget_credentials',
  'relay.pair',
  'relay.forget',
  'service.save_network',
  'service.save_endpoints',
  'vault.choose_passphrase',
  'vault.replace_passphrase',
  'vault.start_new',
  'demo.start',
  'demo.stop',
])

export async function measure(): Promise<Measured> {
  const findings = new Findings()
  const office = await TestOffice.openSetUp()
  const context: Record<string, number | string> = { seed: SEED }
  try {
    await prepare(office, findings)
    const deal_id = new URL(office.page.url()).hash.match(/[0-9a-f-]{36}/)?.[0] ?? ''
    const told = (what: string) => console.error(`${new Date().toISOString()} ${what}`)
    told('bridge values')
    context['bridge_values'] = await sendValuesThatAreNoJson(office, findings)
    told('files')
    context['files'] = await sendFiles(office, findings, deal_id)
    told('profiles')
    context['profiles'] = await sendProfiles(office, findings)
    told('hooks')
    context['hooks'] = await sendHooks(office, findings, SEED)
    told('signatures')
    context['signatures'] = await judgeSignatures(findings, SEED)
    told('calls')
    context['calls'] = await callChannels(office, findings, deal_id)
    await lookRound(office, findings)
  } finally {
    await office.close()
  }
  for (const [code, times] of [...findings.codes].toSorted(([, a], [, b]) => b - a).slice(0, 12))
    context[`answered ${code}`] = times
  findings.told.forEach((line, i) => (context[`finding ${i + 1}`] = line))
  return {
    metrics: { crashes: findings.crashes, leaks: findings.leaks },
    goals: { crashes: { at_most: 0 }, leaks: { at_most: 0 } },
    rounds: 1,
    context,
  }
}

async function prepare(office: TestOffice, findings: Findings): Promise<void> {
  const { application } = office.app
  await startApplication(office.page)
  await fillApplication(office.page)
  const [dashed = '', digits = ''] = SSN
  findings.lookFor({ ...(await secretsOf(office)), ssn: dashed, ssn_digits: digits })
  application.process().once('exit', (code) => {
    if (code !== 0) findings.crash(`the app ended with ${code}`)
  })
  await application.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    const caught: string[] = []
    Object.assign(globalThis, { caught })
    const note = (error: unknown) => caught.push(error instanceof Error ? (error.stack ?? '') : String(error))
    process.on('uncaughtException', note)
    process.on('unhandledRejection', note)
  })
}

/** Calls in the page, all at once; each is answered, refused by the bridge, or 'no answer'. */
function callAll(office: TestOffice, calls: readonly (readonly [string, unknown])[]): Promise<Answer[]> {
  return office.page.evaluate(
    ([texts, limit]) => {
      const { fundingDesk } = globalThis as unknown as {
        fundingDesk: { call(channel: string, input: unknown): Promise<object> }
      }
      const late = () => new Promise((resolve) => setTimeout(() => resolve('no answer'), limit))
      return Promise.all(
        texts.map((text) => {
          const [channel, input] = JSON.parse(text) as [string, unknown]
          const answer = fundingDesk.call(channel, input).catch((error: Error) => error.message)
          return Promise.race([answer, late()])
        }),
      )
    },
    [calls.map((each) => JSON.stringify(each)), ANSWER_WITHIN_MS] as const,
  ) as Promise<Answer[]>
}

async function callChannels(office: TestOffice, findings: Findings, deal_id: string): Promise<number> {
  const first = CHANNELS.filter((name) => !LAST.has(name))
  const rounds = [...Array(CALLS_A_CHANNEL).keys()].map((round) => callsOf(first, deal_id, round))
  const calls = [...rounds, ...[...LAST].map((name) => callsOf([name], deal_id, 0))]
  for (const batch of calls) {
    const begun = Date.now()
    // oxlint-disable-next-line no-await-in-loop
    const answers = await callAll(office, batch).catch(async (error: Error) => {
      // The app's own page comes back by itself; one that is gone is a crash.
      if (!(await isThere(office))) findings.crash(`${batch[0]?.[0]}: ${error.message}`)
      return []
    })
    answers.forEach((answer, i) => findings.answer(batch[i]?.[0] ?? '', answer))
    console.error(`${batch.length} calls, ${Date.now() - begun} ms`)
  }
  return calls.flat().length
}

/** One input for each of the channels. */
const callsOf = (channels: readonly Channel[], deal_id: string, round: number): [Channel, unknown][] =>
  channels.flatMap((channel) =>
    fc
      .sample(inputsOf(contract[channel].input, [deal_id]), { seed: SEED + round, numRuns: 1 })
      .map((input): [Channel, unknown] => [channel, input]),
  )

const isThere = (office: TestOffice) =>
  office.page
    .evaluate('typeof fundingDesk')
    .then((type) => type === 'object')
    .catch(() => false)

async function sendValuesThatAreNoJson(office: TestOffice, findings: Findings): Promise<number> {
  const answers = await office.page.evaluate(
    async ([channels, limit]) => {
      const { fundingDesk } = globalThis as unknown as {
        fundingDesk: { call(channel: string, input?: unknown): Promise<object> }
      }
      const cycle: Record<string, unknown> = {}
      cycle['self'] = cycle
      let deep: unknown = {}
      for (let i = 0; i < 500; i++) deep = { deep }
      const values = [
        undefined,
        null,
        Number.NaN,
        1n,
        new Map([['deal_id', 1]]),
        new Date(Number.NaN),
        new Uint8Array(100_000),
        'x'.repeat(1_000_000),
        Array.from({ length: 10_000 }, () => ({})),
        cycle,
        deep,
        () => 1,
        Symbol.iterator,
        new Error('x'),
        { toJSON: 1, length: -1 },
      ]
      const late = () => new Promise((resolve) => setTimeout(() => resolve('no answer'), limit))
      const said: [string, unknown][] = []
      for (const channel of channels)
        for (const value of values) {
          const answer = (async () => fundingDesk.call(channel, value))().catch((e: Error) => e.message)
          // oxlint-disable-next-line no-await-in-loop
          said.push([channel, await Promise.race([answer, late()])])
        }
      return said
    },
    // Those whose schema takes anything would do what they do.
    [CHANNELS.filter((name) => !LAST.has(name)), ANSWER_WITHIN_MS] as const,
  )
  for (const [channel, answer] of answers) findings.answer(channel, answer as Answer)
  return answers.length
}

/** Files under an id, as the preload asks for it: past the bridge, by paths of our own choice. */
async function register(office: TestOffice, findings: Findings, paths: unknown): Promise<string[]> {
  const answer = await office.app.application.evaluate(
    ({ ipcMain, BrowserWindow }, [channel, sent]) => {
      // Not among its types: what `handle` keeps.
      const { _invokeHandlers: kept } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (event: object, input: unknown) => Promise<unknown>>
      }
      const senderFrame = BrowserWindow.getAllWindows()[0]?.webContents.mainFrame
      return kept.get(channel)?.({ senderFrame }, sent)
    },
    [REGISTER_FILES, paths] as const,
  )
  findings.answer(REGISTER_FILES, answer as Answer)
  const { ok, value } = answer as { ok: boolean; value: { file_id: string }[] }
  return ok ? value.map(({ file_id }) => file_id) : []
}

async function sendFiles(office: TestOffice, findings: Findings, deal_id: string): Promise<number> {
  const folder = join(office.folder, 'harmed')
  await mkdir(folder, { recursive: true })
  for (const odd of [null, {}, [1], ['\0'], 'text', Array(101).fill('/x')])
    // oxlint-disable-next-line no-await-in-loop
    await register(office, findings, odd)

  await call(office.page, 'vault.back_up', {})
  const inApp = join(office.folder, 'app')
  const backup = (await readdir(inApp, { recursive: true })).find((path) => path.endsWith('.fdbackup'))
  if (backup === undefined) throw new Error('There is no backup to harm.')
  const sources: [string, Buffer][] = [
    ['pdf', await readFile(office.pdfs[0] ?? '')],
    [
      'csv',
      Buffer.from('Legal name,EIN,Amount requested\n"Juniper ""B"", LLC",12-3456789,35000\n'.repeat(20)),
    ],
    ['json', Buffer.from(JSON.stringify({ kind: 'funding-desk-draft', version: 1, values: { a: ['x'] } }))],
    ['fdbackup', await readFile(join(inApp, backup))],
  ]
  let sent = 0
  for (const [kind, bytes] of sources) {
    const many = fc.sample(harmed(bytes), { seed: SEED, numRuns: HARMED_FILES })
    // oxlint-disable-next-line no-await-in-loop
    const paths = await Promise.all(
      many.map(async (content, i) => {
        const path = join(folder, `${i}.${kind}`)
        await writeFile(path, content)
        return path
      }),
    )
    const odd = ['/dev/zero', '/dev/null', '/proc/self/environ', folder, join(folder, 'missing'), '']
    // oxlint-disable-next-line no-await-in-loop
    const ids = await register(office, findings, [...paths, ...odd])
    const calls = ids.map((file_id): [Channel, unknown] => {
      if (kind === 'pdf') return ['documents.attach', { deal_id, files: [{ file_id }] }]
      return kind === 'fdbackup' ? ['vault.restore', { file_id }] : ['drafts.preview_import', { file_id }]
    })
    // oxlint-disable-next-line no-await-in-loop
    const answers = await callAll(office, calls)
    answers.forEach((answer) => findings.answer(calls[0]?.[0] ?? kind, answer))
    const previews = answers.flatMap((answer) =>
      typeof answer === 'object' && answer.ok ? [(answer as { value?: { import_id?: string } }).value] : [],
    )
    const imports = previews.flatMap((preview): [Channel, unknown][] =>
      preview?.import_id ? [['drafts.import', { import_id: preview.import_id, rows: [2, 3] }]] : [],
    )
    // oxlint-disable-next-line no-await-in-loop
    for (const answer of await callAll(office, imports)) findings.answer('drafts.import', answer)
    sent += ids.length
  }
  return sent
}

async function sendProfiles(office: TestOffice, findings: Findings): Promise<number> {
  const settings = await call(office.page, 'service.settings', {})
  const real = Buffer.from(JSON.stringify(settings.endpoints))
  const texts = fc.sample(
    fc.oneof(
      harmed(real).map((bytes) => bytes.toString('utf8')),
      fc.json({ maxDepth: 6 }),
    ),
    { seed: SEED, numRuns: 100 },
  )
  const calls = texts.map((profile): [Channel, unknown] => [
    'service.save_endpoints',
    { profile_json: profile },
  ])
  for (const answer of await callAll(office, calls)) findings.answer('service.save_endpoints', answer)
  await call(office.page, 'service.reset_endpoints', {})
  return texts.length
}

/** What was said meanwhile, and whether all still live. */
async function lookRound(office: TestOffice, findings: Findings): Promise<void> {
  const caught = await office.app.application
    .evaluate(() => (globalThis as unknown as { caught: string[] }).caught)
    .catch((error: Error) => [`the app: ${error.message}`])
  caught.forEach((error) => findings.crash(`nobody caught: ${error.slice(0, 300)}`))
  const health = await fetch(`${office.relay.url}/healthz`).catch(() => null)
  if (health?.ok !== true) findings.crash('relay: does not live any more')
  const [status] = await callAll(office, [['app.info', {}]]).catch(() => [])
  if (typeof status !== 'object' || !status.ok) findings.crash('the app answers no more')
  findings.hear('terminal', office.app.complaints.join('\n'))
  const logs = join(office.folder, 'app', 'logs')
  for (const file of await readdir(logs))
    // oxlint-disable-next-line no-await-in-loop
    findings.hear('log', await readFile(join(logs, file), 'utf8'))
}
