import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { launchApp, type RunningApp } from '../../build/demo/launch-app.ts'
import { findElectron, type FoundElectron } from '../../build/runtime/electron.mjs'
import type { Measured } from '../support/measured.ts'
import { openDraft, watchSaves } from '../support/draft-typing.ts'
import { killApp } from '../support/kill-app.ts'
import { DAMAGES, damageFile, drawFrom, type Draw } from '../support/damage/damage.ts'
import { StoredEnvironment, type Outcome } from '../support/damage/stored-environment.ts'

/*
 * Method: a data folder is filled. In each round, the test copies the folder and damages one file of the copy: it flips a bit, cuts the
 * file, or swaps two byte ranges. Files and kinds of damage take turns. A seed determines the position in the file.
 *
 * Most rounds use the app's own modules as the app does, with the vault in its real process (support/damage/stored-environment.ts). They
 * use two folders. In one of them, the vault process was killed, and in the other it was closed normally. Each folder contains deals,
 * documents, a recovery code, a backup, a copy of the vault from before an update, preferences, a passphrase file, and a log. The round
 * reads all of this data back. The other rounds start the built app on a folder that the app itself wrote before it was killed. This folder
 * also contains Chromium's files. There are only a few such rounds, because one start takes seconds.
 *
 * `silently_lost` counts rounds in which data is missing or different, and no answer or screen reported it. `crash_loops` counts rounds in
 * which the data does not open again, whatever the broker chooses on the screen. It also counts rounds in which the app shows no window in
 * two starts in a row.
 */

const ROUNDS = 200
const APP_ROUNDS = 12
const SEED = 17
const TEXT = 'Juniper Bakery LLC'
const SCREEN_WITHIN_MS = 20_000

export async function measure(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-torture-'))
  const electron = await findElectron()
  const began = Date.now()
  const draw = drawFrom(SEED)
  const tally = { whole: 0, reported: 0, lost: 0, stuck: 0 }
  const note = (file: string, how: string, { verdict, why }: Outcome) => {
    tally[verdict]++
    if (verdict === 'lost' || verdict === 'stuck') console.error(`${verdict}: ${file}, ${how}: ${why}`)
  }
  try {
    const ownRounds = ROUNDS - APP_ROUNDS
    await damageStoredEnvironments(folder, ownRounds, draw, note)
    await damageApp(folder, electron, draw, note)
    return {
      metrics: { silently_lost: tally.lost, crash_loops: tally.stuck },
      goals: { silently_lost: { at_most: 0 }, crash_loops: { at_most: 0 } },
      rounds: ROUNDS,
      context: {
        seed: SEED,
        rounds_in_app: APP_ROUNDS,
        whole: tally.whole,
        reported: tally.reported,
        seconds: Math.round((Date.now() - began) / 1000),
      },
      runtime: { electron: electron.version },
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Note = (file: string, how: string, outcome: Outcome) => void

async function damageStoredEnvironments(
  folder: string,
  rounds: number,
  draw: Draw,
  note: Note,
): Promise<void> {
  const environmentsStored = [
    new StoredEnvironment(join(folder, 'killed')),
    new StoredEnvironment(join(folder, 'closed')),
  ]
  await environmentsStored[0]?.fill('killed')
  await environmentsStored[1]?.fill('closed')
  const targets = (
    await Promise.all(
      environmentsStored.map(async (environment) =>
        (await environment.files()).map((file) => ({ environment, file })),
      ),
    )
  ).flat()
  const copy = join(folder, 'copy')
  for (let round = 0; round < rounds; round++) {
    const { environment, file } = targets[round % targets.length] as (typeof targets)[number]
    const damage = DAMAGES[
      Math.floor(round / targets.length + round) % DAMAGES.length
    ] as (typeof DAMAGES)[number]
    await rm(copy, { recursive: true, force: true })
    await cp(environment.folder, copy, { recursive: true })
    const how = damageFile(join(copy, file), damage, draw)
    note(file, how, await environment.check(copy, file))
  }
}

async function damageApp(folder: string, electron: FoundElectron, draw: Draw, note: Note): Promise<void> {
  // The keychain stores the vault's key under a name that depends on this path. Use the same path in all rounds, so that the app finds the
  // key.
  const data = join(folder, 'app')
  const kept = join(folder, 'app-kept')
  const app = await launchApp({ electron, data })
  const deal_id = await openDraft(app.page)
  await watchSaves(app.page)
  await app.page.locator('[data-path="company.legal_name"]').pressSequentially(TEXT)
  await app.page.locator('[data-save="saved"]').waitFor()
  await killApp(app.application.process())
  await cp(data, kept, { recursive: true })
  const targets = await filesOf(data)
  const own = targets.filter((file) => OWN.test(file)).toReversed()
  const others = targets.filter((file) => !OWN.test(file))
  for (let round = 0; round < APP_ROUNDS; round++) {
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
    await cp(kept, data, { recursive: true })
    // Of four rounds, three damage the app's own files, one file after another, starting with the vault's files. The fourth damages a file
    // of Chromium.
    const isChromiums = round % 4 === 3 && others.length > 0
    const target = (
      isChromiums ? others[draw(others.length)] : own[(round - Math.floor(round / 4)) % own.length]
    ) as string
    const how = damageFile(
      join(data, target),
      DAMAGES[round % DAMAGES.length] as (typeof DAMAGES)[number],
      draw,
    )
    note(target, how, await checkApp(electron, data, deal_id))
  }
}

const OWN = /^(environments\/|preferences|logs\/)/

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return files
    .filter((_, index) => (sizes[index] ?? 0) > 0)
    .map((file) => file.slice(folder.length + 1))
    .toSorted()
}

async function checkApp(electron: FoundElectron, data: string, deal_id: string): Promise<Outcome> {
  const first = await startAndCheck(electron, data, deal_id)
  if (first.verdict !== 'stuck') return first
  return startAndCheck(electron, data, deal_id)
}

async function startAndCheck(electron: FoundElectron, data: string, deal_id: string): Promise<Outcome> {
  let app: RunningApp
  try {
    app = await launchApp({ electron, data })
  } catch (error) {
    return { verdict: 'stuck', why: String(error) }
  }
  const { page, application } = app
  try {
    const found = await page.evaluate<{ name?: unknown; code?: string }>(
      `fundingDesk.call('deals.get', { deal_id: ${JSON.stringify(deal_id)} }).then((read) =>
        read.ok ? { name: read.value.values.company?.legal_name } : { code: read.error.code })`,
    )
    if (found.code === undefined && found.name === TEXT) return { verdict: 'whole', why: '' }
    const stated = page.getByRole('heading', { name: 'cannot be opened' })
    const isReported = found.code?.startsWith('VAULT_') === true && (await appears(stated))
    return {
      verdict: isReported ? 'reported' : 'lost',
      why: found.code ?? `the draft holds ${String(found.name)}`,
    }
  } catch (error) {
    return { verdict: 'stuck', why: String(error) }
  } finally {
    await killApp(application.process())
  }
}

function appears(screen: Locator): Promise<boolean> {
  return screen.waitFor({ timeout: SCREEN_WITHIN_MS }).then(
    () => true,
    () => false,
  )
}
