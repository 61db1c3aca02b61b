import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchApp } from '../../build/demo/launch-app.ts'
import { findElectron, type FoundElectron } from '../../build/runtime/electron.mjs'
import type { Measured } from '../support/measured.ts'
import { openDraft, watchSaves } from '../support/draft-typing.ts'
import { killTree } from '../support/kill-app.ts'

/*
 * Method: in the built app, the test types into one field of a draft through the browser's input, one key every few milliseconds. At a
 * random moment, SIGKILL ends all processes of the app, including the vault's. A key counts as committed if the page showed it as saved and
 * the test received the page's message about it before the kill. The next round starts the app on the same folder. The field must then
 * contain all committed keys, and nothing that was not typed. `lost` counts missing committed keys over all rounds. `invented` counts
 * rounds whose field contains something else.
 */

const ROUNDS = 100
/** On a busy machine, the app starts slowly. After this time, the test ends with the rounds that it has done. */
const LONGEST_MS = 10 * 60_000
const FIELD = 'company.legal_name'
const KEYS = 'abcdefghijklmnopqrstuvwxyz'

export async function measure(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-torture-'))
  const electron = await findElectron()
  const began = Date.now()
  const tally = { lost: 0, invented: 0, committed: 0, typed: 0 }
  try {
    const data = join(folder, 'app')
    let deal_id: string | undefined
    let before = { committed: '', typed: '' }
    let rounds = 0
    for (; rounds < ROUNDS && Date.now() - began < LONGEST_MS; rounds++) {
      const round = await typeAndKill(electron, data, deal_id, before, rounds)
      if (rounds > 0) count(tally, before, round.found)
      deal_id = round.deal_id
      before = round
      if ((rounds + 1) % 10 === 0) {
        const seconds = Math.round((Date.now() - began) / 1000)
        console.error(`${rounds + 1} of ${ROUNDS} rounds in ${seconds} s, ${tally.lost} keys lost`)
      }
    }
    // Each round checks the field after the previous round's kill. Start the app once more to check the field after the last kill.
    const last = await typeAndKill(electron, data, deal_id, before, rounds)
    count(tally, before, last.found)
    return {
      metrics: { lost: tally.lost },
      goals: { lost: { at_most: 0 } },
      rounds,
      context: {
        invented: tally.invented,
        committed_keys: tally.committed,
        typed_keys: tally.typed,
        seconds: Math.round((Date.now() - began) / 1000),
      },
      runtime: { electron: electron.version },
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Round {
  deal_id: string
  /** Content of the field at the start of this round, after the kill of the previous round. */
  found: string
  committed: string
  typed: string
}

async function typeAndKill(
  electron: FoundElectron,
  data: string,
  deal_id: string | undefined,
  before: { typed: string },
  number: number,
): Promise<Round> {
  const { application, page } = await launchApp({ electron, data })
  const main = application.process()
  const { pid } = main
  if (pid === undefined) throw new Error('The app has no process.')
  const id = await openDraft(page, deal_id)
  const field = page.locator(`[data-path="${FIELD}"]`)
  const found = await field.inputValue()
  // Empty the field when its text is longer than 60 characters. Otherwise, the text would grow from round to round.
  const start = found.length > 60 ? '' : found
  await field.fill(start)
  await page.locator('[data-save="saved"]').waitFor()
  let committed = start
  let typed = start
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith('committed ')) committed = text.slice('committed '.length)
  })
  await watchSaves(page)
  await field.press('End')
  let killed = false
  const killing = sleep(50 + Math.random() * 400).then(() => {
    killed = true
    killTree(pid)
  })
  while (!killed) {
    const key = KEYS[(number + typed.length) % KEYS.length] as string
    // Count the key as typed before pressing it. If the kill happens during the key press, the app may have saved the key.
    typed += key
    await page.keyboard.press(key).catch(() => {})
    await sleep(Math.random() * 12)
  }
  await killing
  await new Promise<void>((resolve) => {
    if (main.exitCode !== null || main.signalCode !== null) resolve()
    else main.once('exit', () => resolve())
  })
  return { deal_id: id, found, committed, typed }
}

function count(
  tally: { lost: number; invented: number; committed: number; typed: number },
  { committed, typed }: { committed: string; typed: string },
  found: string,
): void {
  tally.committed += committed.length
  tally.typed += typed.length
  let kept = 0
  while (kept < committed.length && committed[kept] === found[kept]) kept++
  tally.lost += committed.length - kept
  if (!typed.startsWith(found)) tally.invented++
}
