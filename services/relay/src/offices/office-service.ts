import { randomBytes } from 'node:crypto'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import {
  createInletSegment,
  createPairingCode,
  PAIRING_CODE_LIFETIME_MS,
  readPairingCode,
} from '../secrets.ts'
import {
  type Inlet,
  type Office,
  type Quotas,
  quotasIn,
  type RowCounts,
  type NewPairingCode,
} from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'
import type { RelayStore } from '../store/sql-store.ts'

export function createOffice(
  store: RelayStore,
  name: string,
  quotas: Quotas,
  actor: string,
): Promise<Office> {
  const public_id = `office-${randomBytes(8).toString('hex')}`
  return store.createOffice({ public_id, name, created_at: new Date().toISOString(), ...quotas }, actor)
}

export interface DeletedOffice {
  deleted: RowCounts
  /** Number of rows per table that a count found afterwards. All are 0. */
  remaining: RowCounts
}

/** @throws if a count afterwards finds rows of the office */
export async function deleteOffice(office: OfficeStore): Promise<DeletedOffice> {
  const deleted = await office.delete()
  const remaining = await office.countRows()
  const left = Object.entries(remaining).filter(([, rows]) => rows > 0)
  if (left.length > 0)
    throw new Error(
      `rows of the office remain: ${left.map(([table, rows]) => `${table} ${rows}`).join(', ')}`,
    )
  return { deleted, remaining }
}

/** Without `revokeOld`, the old inlets work on until somebody has registered the new one at the partner. */
export async function rotateInlet(
  office: OfficeStore,
  environment: Environment,
  revokeOld: boolean,
): Promise<{ inlet: Inlet; revoked: string[] }> {
  const created_at = new Date().toISOString()
  const old = (await office.listInlets()).filter(
    (inlet) => inlet.environment === environment && inlet.revoked_at === null,
  )
  const inlet = createInletSegment()
  await office.addInlet({ inlet, environment, created_at })
  const revoked: string[] = []
  if (revokeOld)
    for (const { inlet: one } of old) if (await office.revokeInlet(one, created_at)) revoked.push(one)
  return { inlet: { inlet, environment, created_at, revoked_at: null }, revoked }
}

const PAGE = 100

/** Contains no token and no pairing code, because the relay stores only their hashes. */
export async function* exportOffice(
  office: OfficeStore,
): AsyncGenerator<{ record: string } & Record<string, unknown>> {
  await office.record('data exported', {})
  const found = await office.get()
  if (found !== null) {
    const { public_id, name, state, created_at } = found
    yield { record: 'office', office: public_id, name, state, created_at, ...quotasIn(found) }
  }
  const environments = await office.listEnvironments()
  for (const environment of environments) yield { record: 'environment', ...environment }
  for (const inlet of await office.listInlets()) yield { record: 'inlet', ...inlet }
  for (const device of await office.listDevices()) yield { record: 'device', ...device }
  for (const { name } of environments) {
    for (let after = 0; ;) {
      const events = await office.readEvents(name, after, PAGE)
      for (const { raw_body, ...event } of events)
        yield { record: 'event', ...event, body: Buffer.from(raw_body).toString('base64') }
      const last = events.at(-1)
      if (last === undefined) break
      after = last.seq
      await endOfTurn()
    }
  }
  for (let after = 0; ;) {
    const entries = await office.readAudit(after, PAGE)
    for (const entry of entries) yield { record: 'audit', ...entry }
    const last = entries.at(-1)
    if (last === undefined) break
    after = last.entry
  }
}

/** Number of attempts to find a code whose first part no other code has. There are a million first parts, and codes live ten minutes. */
const TRIES = 20

export async function addPairingCode(
  office: Pick<OfficeStore, 'addPairingCode'>,
  device: Pick<NewPairingCode, 'name' | 'environment'>,
  now: number,
): Promise<{ code: string; expires_at: string }> {
  const created_at = new Date(now).toISOString()
  const expires_at = new Date(now + PAIRING_CODE_LIFETIME_MS).toISOString()
  for (let tries = 0; tries < TRIES; tries += 1) {
    const code = createPairingCode()
    const read = readPairingCode(code)
    if (read === null) throw new Error('the new pairing code cannot be read back')
    // One after another: the next code is needed only if this one is taken.
    if (await office.addPairingCode({ ...read, ...device, created_at, expires_at }))
      return { code, expires_at }
  }
  throw new Error('no pairing code is free')
}
