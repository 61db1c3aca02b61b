// @module-tag all

import { resultOf } from '../../src-main/platform/base/failure.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { keyFileSchema } from '../../src-main/platform/vault/vault-storage.ts'
import { readRecoveryCode, unwrapKey } from '../../src-main/features/backup/recovery-code.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import { storedDeal } from '../support/stored-deal.ts'
import { addDocument, dealOf, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { confirmNewCode, filesBelow, newComputer, type Computer } from '../support/vault/vault-files.ts'
import { HostPool } from '../support/vault/host-pool.ts'
import { writeSecretsFile, readSecretsFile } from '../support/vault/secrets-file.ts'
import type { Order, Report } from '../support/vault/replace-code-program.ts'

/*
 * SIGKILL ends real processes while a recovery code is replaced: the app's own process, its vault's process, or both. Each round continues
 * with the data of the previous round. The moment of the kill is random. It is within the duration of a whole replacement, or shortly after
 * the start of a stage that a random moment would rarely hit.
 */

const KILLS = 8
const DEALS = 60
const DOCUMENTS = 12
/** For each stage of a replacement, a file that exists in the vault's folder during that stage. */
const STAGES = {
  'mid-rekey': 'rekeying/vault.db-journal',
  deciding: 'rekeying/replaced-envelopes',
  decided: 'rekeyed',
} as const
const AIMS = ['any', 'mid-rekey', 'deciding', 'any', 'decided'] as const
const VICTIMS = ['app', 'vault', 'both'] as const

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())
afterEach(() => cleanup.run())

/** A process that replaces recovery codes. It leads a separate process group, so the test can kill it with its vault process. */
class Program {
  readonly process: ChildProcess
  readonly #reports: Report[] = []
  #wake = () => {}

  constructor(folder: string) {
    const file = fileURLToPath(new URL('../support/vault/replace-code-program.ts', import.meta.url))
    this.process = fork(file, [folder], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.process.on('message', (report: Report) => {
      this.#reports.push(report)
      this.#wake()
    })
    this.process.on('exit', () => this.#wake())
    cleanup.add(() => this.kill('both'))
  }

  send(order: Order): void {
    this.process.send(order)
  }

  hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null
  }

  /** Returns the next report of this kind, or null if the process ended without one. */
  async next<K extends Report['report']>(kind: K): Promise<Extract<Report, { report: K }> | null> {
    for (;;) {
      const report = this.#reports.shift()
      if (report?.report === kind) return report as Extract<Report, { report: K }>
      if (report !== undefined) continue
      if (this.hasEnded()) return null
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  async kill(victim: (typeof VICTIMS)[number]): Promise<void> {
    if (this.hasEnded()) return
    if (victim === 'vault') return this.send({ order: 'kill_vault' })
    const ended = once(this.process, 'exit')
    // Process groups exist only on some systems. On the others, the vault's process ends with its parent.
    if (victim === 'both' && process.platform !== 'win32')
      process.kill(-(this.process.pid as number), 'SIGKILL')
    else this.process.kill('SIGKILL')
    await ended
  }
}

test('a SIGKILL at any moment of a key change leaves one key and one code that open everything', async () => {
  const template = newComputer(cleanup, hosts)
  writeSecretsFile(template)
  const { folder, root } = template
  const home = join(root, 'sandbox')
  const app = await template.open()
  const deals = Array.from({ length: DEALS }, () => storedDeal())
  const deal_ids = deals.map(({ deal_id }) => deal_id)
  value(await app.vault.commit(deals.map((deal) => ({ write: 'create_deal', deal }))))
  const contents = new Map<string, Buffer>()
  for (let number = 0; number < DOCUMENTS; number++) {
    const content = randomBytes(3000)
    const sha256 = createHash('sha256').update(content).digest('hex')
    contents.set(sha256, content)
    value(await app.context.documents.addBytes(content))
    await addDocument(app, cleanup, deal_ids[number] as string, { sha256 })
  }
  const firstCode = value(await confirmNewCode(template))
  let holding = { code: firstCode, key: template.kept.get('sandbox/vault-key') as string }
  await template.end()
  const former: (typeof holding)[] = []

  /** Opens the vault as the next start does, and reads all of it. Returns true if the code that was shown opens it. */
  async function opensWithNewCode(shown: string, round: string): Promise<boolean> {
    const computer = newComputer(cleanup, hosts, undefined, folder)
    readSecretsFile(computer)
    writeSecretsFile(computer)
    await expectWhole(computer)
    await computer.end()
    const key = value(await computer.vaultFiles.secrets.get('sandbox/vault-key')) as string
    expect(
      ['rekeying', 'rekeyed'].filter((name) => existsSync(join(home, name))),
      round,
    ).toEqual([])
    const opening = []
    for (const code of [holding.code, shown]) if ((await keyBy(code)) === key) opening.push(code)
    expect(opening, `codes that open the vault, ${round}`).toHaveLength(1)
    const isNew = opening[0] === shown
    if (isNew) {
      former.push(holding)
      holding = { code: shown, key }
    }
    for (const one of former) {
      expect(await keyBy(one.code), round).toBeNull()
      expect((await resultOf(computer.vaultFiles.storage.tryKey('sandbox', one.key))).ok, round).toBe(false)
    }
    return isNew
  }

  async function expectWhole(computer: Computer): Promise<void> {
    const opened = await computer.open()
    const found = await Promise.all(deal_ids.map((deal_id) => dealOf(opened, deal_id)))
    expect(found.map(({ legal_name }) => legal_name)).toEqual(deal_ids.map(() => 'Juniper Bakery LLC'))
    for (const [sha256, content] of contents) {
      const read = await buffer(value(await opened.context.documents.open(sha256)))
      expect(read.equals(content)).toBe(true)
    }
  }

  async function keyBy(code: string): Promise<string | null> {
    const file = keyFileSchema.parse(JSON.parse(readFileSync(join(home, 'key.json'), 'utf8')))
    const entropy = value(await readRecoveryCode(code))
    const unwrapped = await resultOf(() => unwrapKey(file, entropy))
    return unwrapped.ok ? unwrapped.value : null
  }

  /** Waits for the moment of the kill. Returns false if the replacement ended before that moment. */
  async function moment(
    program: Program,
    aim: (typeof AIMS)[number],
    isOver: () => boolean,
  ): Promise<boolean> {
    if (aim === 'any') await after(randomInt(Math.ceil(duration_ms)))
    else {
      while (!isOver() && !existsSync(join(home, STAGES[aim]))) await after(1)
      await after(randomInt(8))
    }
    return !isOver() && !program.hasEnded()
  }

  // Starts the next program while the current one runs. Starting a program takes longer than replacing a recovery code, so the test would
  // otherwise mostly wait for starts.
  let ahead = new Program(folder)
  let program = ahead
  let duration_ms = Infinity
  let kills = 0
  const ends = { old: 0, new: 0 }
  for (let number = 0; kills < KILLS || ends.old === 0; number++) {
    if (program === ahead || program.hasEnded()) {
      program = ahead
      expect(await program.next('ready')).not.toBeNull()
      ahead = new Program(folder)
    }
    program.send({ order: 'show' })
    const shown = await program.next('shown')
    if (shown === null) throw new Error('no code was shown')
    deal_ids.push(shown.deal_id)
    const began = performance.now()
    let isOver = false
    const confirmed = program.next('confirmed').then((report) => {
      isOver = true
      return report
    })
    program.send({ order: 'confirm' })
    const aim = AIMS[number % AIMS.length] as (typeof AIMS)[number]
    const victim = VICTIMS[number % VICTIMS.length] as (typeof VICTIMS)[number]
    // The first round kills nothing. It shows how long a replacement takes.
    if (number > 0 && (await moment(program, aim, () => isOver))) {
      kills++
      await program.kill(victim)
    }
    const answer = await confirmed
    // The shortest duration so far is the best estimate for the next replacement.
    if (answer?.error === null) duration_ms = Math.min(duration_ms, performance.now() - began)
    const round = `round ${number}: ${victim} killed, ${aim}`
    const isNew = await opensWithNewCode(shown.code, round)
    ends[isNew ? 'new' : 'old']++
    // The new code must open the vault if, and only if, the program reported that the new code is valid.
    if (answer !== null) {
      const said = answer.error === null || answer.error.advice === messages().errorsVault.keepNewPaper
      expect(isNew, `${round}, ${answer.error?.code ?? 'ok'}`).toBe(said)
    }
  }
  // A sweep (the cleanup of unused files) removes what the kills left behind, and nothing else.
  const computer = newComputer(cleanup, hosts, undefined, folder)
  readSecretsFile(computer)
  const { documents } = (await computer.open()).context
  value(await documents.sweep(new Set(contents.keys()), new Date(Date.now() + 60_000).toISOString()))
  await computer.end()
  expect(filesBelow(join(home, 'documents'))).toHaveLength(2 * DOCUMENTS)
  await expectWhole(computer)
  expect(ends.new).toBeGreaterThan(0)
})
