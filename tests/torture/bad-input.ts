import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attachFiles, fillApplication, startApplication } from '../../build/demo/journey.ts'
import { contract } from '../../src-shared/app/contract.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { LONGEST_STALL_MS } from '../support/e2e/stall-watch.ts'
import { secretsOf } from '../support/e2e/secrets.ts'
import type { Measured } from '../support/measured.ts'
import { callAll, callChannels, sendValuesThatAreNoJson } from '../support/bad-input/calls.ts'
import { sendFiles, sendProfiles } from '../support/bad-input/files.ts'
import { Findings } from '../support/bad-input/findings.ts'
import { checkSignatures, sendHooks } from '../support/bad-input/notifications.ts'

/*
 * Method: the real app, set up with the real sandbox and relay and one application, gets invalid and hostile input. The input is generated
 * from a printed seed:
 *
 * - For every channel (call from the page to main), through the page's own bridge: inputs with hostile values. The channel's schema accepts
 *   most of them and refuses some.
 * - Values that JSON cannot represent (such as cycles and maps), and a text of a million characters.
 * - File paths that bypass the bridge, as only native code in the page's process could send them.
 * - Through the app's own channels: real PDFs, CSV and JSON files, backups, and endpoint profiles, corrupted by cuts, changed bytes, and
 *   inserted bytes. Also PDFs made to keep a PDF parser busy.
 * - For the relay, bodies and signatures corrupted in the same way. The app's signature check gets such bodies and signatures, too.
 *
 * The test cancels the system's file dialogs. It answers question dialogs with yes or no at random (from the seed), so that actions that
 * need a yes are tested as well.
 *
 * `crashes` counts each of these: the app, the vault process, or the relay ended or stopped answering; a page disappeared; an answer had
 * the code INTERNAL or a status of 5xx; an error was not caught; a call got no answer within a minute; a channel never answered. `leaks`
 * counts secrets in an answer, in the log file, or in the app's terminal output. Secrets are the client secret, the device token, the vault
 * key, and the application's SSN. Only `deals.reveal` may return an SSN.
 */

const SEED = 7
const SSN = ['900-12-3456', '900123456']

export async function measure(): Promise<Measured> {
  const findings = new Findings()
  const environment = await TestEnvironment.openSetUp()
  const context: Record<string, number | string> = { seed: SEED, channels: Object.keys(contract).length }
  let longest = { ms: 0, stage: '' }
  const stage = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = Date.now()
    await environment.stalls.reset()
    const done = await work()
    const stall = await environment.stalls.longest()
    if (stall.ms > longest.ms) longest = { ms: stall.ms, stage: name }
    console.error(
      `${name}: ${Math.round((Date.now() - begun) / 1000)} s, ${findings.crashes} crashes so far, longest stall ${stall.ms} ms`,
    )
    return done
  }
  try {
    await prepare(environment, findings)
    context['bridge_values'] = await stage('values that are no JSON', () =>
      sendValuesThatAreNoJson(environment, findings),
    )
    Object.assign(context, await stage('files', () => sendFiles(environment, findings, SEED)))
    Object.assign(context, await stage('profiles', () => sendProfiles(environment, findings, SEED)))
    context['hooks'] = await stage('notifications', () => sendHooks(environment, findings, SEED))
    context['signatures'] = await stage('signatures', () => checkSignatures(findings, SEED))
    context['calls'] = await stage('channels', () => callChannels(environment, findings, SEED))
    await checkOutput(environment, findings)
    Object.assign(context, await readAgreed(environment))
  } finally {
    await environment.close()
  }
  for (const [code, times] of [...findings.codes].toSorted(([, a], [, b]) => b - a).slice(0, 12))
    context[`answered ${code}`] = times
  findings.reported.forEach((line, i) => (context[`finding ${i + 1}`] = line))
  context['longest_stall_in'] = longest.stage
  return {
    metrics: { crashes: findings.crashes, leaks: findings.leaks, longest_stall_ms: longest.ms },
    goals: {
      crashes: { at_most: 0 },
      leaks: { at_most: 0 },
      longest_stall_ms: { at_most: LONGEST_STALL_MS },
    },
    rounds: 1,
    context,
  }
}

async function prepare(environment: TestEnvironment, findings: Findings): Promise<void> {
  const { application } = environment.app
  await startApplication(environment.page)
  await fillApplication(environment.page)
  await attachFiles(environment.page, environment.pdfs.slice(0, 1))
  await environment.page.locator('[data-document]').waitFor()
  const [dashed = '', digits = ''] = SSN
  findings.lookFor({ ...(await secretsOf(environment)), ssn: dashed, ssn_digits: digits })
  environment.page.on('crash', () => findings.crash('the page’s process ended'))
  application.process().once('exit', (code) => {
    if (code !== 0) findings.crash(`the app ended with ${code}`)
  })
  await application.evaluate(({ dialog }, seed) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
    const caught: string[] = []
    const agreed = { yes: 0, no: 0 }
    Object.assign(globalThis, { caught, agreed })
    let drawn = seed
    dialog.showMessageBox = () => {
      drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0
      const response = drawn >>> 31
      agreed[response === 1 ? 'yes' : 'no'] += 1
      return Promise.resolve({ response, checkboxChecked: false })
    }
    const note = (error: unknown) => caught.push(error instanceof Error ? (error.stack ?? '') : String(error))
    process.on('uncaughtException', note)
    process.on('unhandledRejection', note)
  }, SEED)
}

/**
 * Returns how many of the app's question dialogs got yes and how many got no. Throws if one of the two answers never occurred, because half
 * of the app's reactions would then be untested.
 */
async function readAgreed(environment: TestEnvironment): Promise<Record<string, number>> {
  const { yes, no } = await environment.app.application.evaluate(
    () => (globalThis as unknown as { agreed: { yes: number; no: number } }).agreed,
  )
  if (yes === 0 || no === 0) throw new Error(`The dialogs got yes ${yes} times and no ${no} times.`)
  return { dialogs_agreed: yes, dialogs_refused: no }
}

/** Checks errors, terminal output, and logs that the app has written so far. Also checks that the app and the relay still run. */
async function checkOutput(environment: TestEnvironment, findings: Findings): Promise<void> {
  const caught = await environment.app.application
    .evaluate(() => (globalThis as unknown as { caught: string[] }).caught)
    .catch((error: Error) => [`the app: ${error.message}`])
  caught.forEach((error) => findings.crash(`nobody caught: ${error.slice(0, 300)}`))
  const health = await fetch(`${environment.relay.url}/healthz`).catch(() => null)
  if (health?.ok !== true) findings.crash('relay: does not live any more')
  const [status] = await callAll(environment, findings, [['app.info', {}]])
  if (typeof status !== 'object' || !status.ok) findings.crash('the app answers no more')
  findings.hear('terminal', environment.app.complaints.join('\n'))
  const logs = join(environment.folder, 'app', 'logs')
  for (const file of await readdir(logs)) findings.hear('log', await readFile(join(logs, file), 'utf8'))
}
