import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Timers } from '../../src-main/platform/base/system.ts'
import type { Vault } from '../../src-main/platform/vault/vault.ts'
import { Housekeeping } from '../../src-main/features/backup/housekeeping.ts'
import { addDeal, type App } from '../support/core/composed-app.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { newComputer, type Computer } from '../support/vault/vault-files.ts'
import { HostPool } from '../support/vault/host-pool.ts'

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())
afterEach(() => cleanup.run())

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A clock and timers that advance only when a test says so. */
class Time implements Timers {
  at = Date.parse('2026-05-04T09:00:00.000Z')
  waiting: { at: number; work: () => void }[] = []

  now = () => new Date(this.at).toISOString()

  after(ms: number, work: () => void): () => void {
    const one = { at: this.at + ms, work }
    this.waiting.push(one)
    return () => void (this.waiting = this.waiting.filter((other) => other !== one))
  }

  /** Advances the clock, runs the work that is due, and waits until the next check is scheduled. */
  async pass(ms: number): Promise<void> {
    this.at += ms
    const due = this.waiting.filter(({ at }) => at <= this.at)
    this.waiting = this.waiting.filter((one) => !due.includes(one))
    for (const { work } of due) work()
    await until(() => this.waiting[0])
  }
}

let time: Time
let computer: Computer
let app: App
let keeping: Housekeeping
const backups = () => {
  try {
    return readdirSync(join(computer.folder, 'backups'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.fdbackup'),
    )
  } catch {
    return []
  }
}

beforeEach(async () => {
  time = new Time()
  computer = newComputer(cleanup, hosts)
  app = await computer.open()
  app.context.clock = time
  await addDeal(app)
  keeping = new Housekeeping({ ...computer.vaultFiles, clock: time }, app.context, time)
  keeping.start()
  cleanup.add(() => keeping.stop())
})

test('the first automatic backup runs a minute after the start, and the next one 20 hours later', async () => {
  await time.pass(MINUTE - 1)
  expect(backups()).toHaveLength(0)
  await time.pass(1)
  expect(backups()).toHaveLength(1)
  for (let hour = 1; hour < 20; hour++) await time.pass(HOUR)
  expect(backups()).toHaveLength(1)
  await time.pass(HOUR)
  expect(backups()).toHaveLength(2)
})

test('a start after a night makes a backup a minute later, and a quick restart makes no extra one', async () => {
  await time.pass(MINUTE)
  keeping.stop()
  keeping = new Housekeeping({ ...computer.vaultFiles, clock: time }, app.context, time)
  keeping.start()
  await time.pass(MINUTE)
  expect(backups()).toHaveLength(1)
  keeping.stop()
  time.at += 23 * HOUR
  keeping = new Housekeeping({ ...computer.vaultFiles, clock: time }, app.context, time)
  keeping.start()
  await time.pass(MINUTE)
  expect(backups()).toHaveLength(2)
})

test('a backup made while the clock was ahead does not block backups once the clock is right', async () => {
  time.at += 400 * 24 * HOUR
  await time.pass(0)
  expect(backups()).toHaveLength(1)
  keeping.stop()
  time.at -= 400 * 24 * HOUR
  keeping = new Housekeeping({ ...computer.vaultFiles, clock: time }, app.context, time)
  keeping.start()
  await time.pass(MINUTE)
  expect(backups()).toHaveLength(2)
  // The clock was set back. After the first backup with the corrected clock, the schedule follows this clock, so no backup is due within an
  // hour.
  await time.pass(HOUR)
  expect(backups()).toHaveLength(2)
})

test('backups made while the clock was ahead do not cause the deletion of backups made after the clock is corrected', async () => {
  const real = time.at
  time.at += 400 * 24 * HOUR
  for (let days = 0; days < 8; days++) await time.pass(24 * HOUR)
  keeping.stop()
  const ahead = backups()
  time.at = real
  keeping = new Housekeeping({ ...computer.vaultFiles, clock: time }, app.context, time)
  keeping.start()
  for (let days = 0; days < 3; days++) await time.pass(24 * HOUR)
  expect(backups().filter((name) => !ahead.includes(name))).toHaveLength(3)
})

test('an unexpected failure does not delay the next backup', async () => {
  keeping.stop()
  const broken = () => Promise.reject(new RangeError('Invalid time value'))
  const vault = Object.assign(Object.create(app.vault) as Vault, { moneyFacts: broken, purgeTrash: broken })
  keeping = new Housekeeping({ ...computer.vaultFiles, clock: time }, { ...app.context, vault }, time)
  keeping.start()
  await time.pass(MINUTE)
  expect(backups()).toHaveLength(1)
})

test('housekeeping makes no backup after it is stopped', async () => {
  keeping.stop()
  expect(time.waiting).toEqual([])
  expect(backups()).toHaveLength(0)
})
