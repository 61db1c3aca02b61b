import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { redoChange, saveDraft, undoChange } from '../../src-main/features/drafts/edit-draft.ts'
import { discardOrphan, settleOrphan } from '../../src-main/features/drafts/orphaned-values.ts'
import type { DraftStep } from '../../src-main/platform/vault/records.ts'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import type { DraftChange, DraftStepChange } from '../../src-shared/features/deals/deal.ts'
import { rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { rowIds, valueAt } from '../../src-shared/features/form/form-path.ts'
import {
  addDeal,
  dealOf,
  memoryKeychain,
  composeApp,
  saveAsSeen,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
const folder = cleanup.folder()
const secrets = memoryKeychain()
let app: App
beforeAll(async () => {
  app = await composeApp(cleanup, { folder, secrets })
})
afterAll(() => cleanup.run())

const set = (path: string, typed: string): DraftChange => ({ op: 'set', path, value: typed })
const insert = (row: string): DraftChange => ({ op: 'insert_row', path: 'company.owners', row })
const remove = (row: string): DraftChange => ({ op: 'remove_row', path: 'company.owners', row })
const save = async (deal_id: string, ...changes: DraftChange[]) =>
  value(await saveAsSeen(app, deal_id, changes))
const from = (deal_id: string) => ({ deal_id, window_id: randomUUID() })
const undo = (deal_id: string) => resultOf(undoChange(app.context, from(deal_id)))
const redo = (deal_id: string) => resultOf(redoChange(app.context, from(deal_id)))
const valuesOf = async (deal_id: string) => (await dealOf(app, deal_id)).values
const view = async (deal_id: string) => value(await viewDeal(app.context, deal_id))
const field = async (deal_id: string, path: string) => valueAt(await valuesOf(deal_id), path)

describe('undo', () => {
  test('reverts one field at a time, reports which field is next, and can be redone', async () => {
    const deal_id = await addDeal(app)
    await save(deal_id, set('company.legal_name', 'Alder'))
    const saved = await save(deal_id, set('company.owners.row01.ssn', '900-65-4321'))
    expect(saved.history).toEqual({ undo: 'Owner 1: SSN', redo: null, undo_at: expect.any(String) })
    expect(value(await undo(deal_id))).toMatchObject({
      path: 'company.owners.row01.ssn',
      history: { undo: 'Legal name', redo: 'Owner 1: SSN' },
    })
    expect(await field(deal_id, 'company.owners.row01.ssn')).toBe('900-12-3456')
    value(await undo(deal_id))
    expect(await dealOf(app, deal_id)).toMatchObject({ legal_name: 'Juniper Bakery LLC' })
    expect(await undo(deal_id)).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_UNDO' } })
    value(await redo(deal_id))
    value(await redo(deal_id))
    expect(await field(deal_id, 'company.owners.row01.ssn')).toBe('900-65-4321')
    expect(await redo(deal_id)).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_UNDO' } })
  })

  test('works after a crash and a restart', async () => {
    const deal_id = await addDeal(app)
    await save(deal_id, set('company.legal_name', 'Alder'))
    await save(deal_id, set('company.dba', 'Alder Baking'))
    value(await undo(deal_id))
    await app.crash()
    app = await composeApp(cleanup, { folder, secrets })
    expect((await view(deal_id)).history).toMatchObject({ undo: 'Legal name', redo: 'Doing business as' })
    value(await undo(deal_id))
    expect(await field(deal_id, 'company.legal_name')).toBe('Juniper Bakery LLC')
  })

  test('groups a burst of typing in a field into one step, and starts another after a pause', async () => {
    const deal_id = await addDeal(app)
    for (const typed of ['A', 'Al', 'Ald']) await save(deal_id, set('company.legal_name', typed))
    // The test clock advances by a second at each call. Three calls take longer than the pause that ends a burst of edits.
    for (let look = 0; look < 3; look++) app.context.clock.now()
    await save(deal_id, set('company.legal_name', 'Alder'))
    value(await undo(deal_id))
    expect(await field(deal_id, 'company.legal_name')).toBe('Ald')
    value(await undo(deal_id))
    expect(await field(deal_id, 'company.legal_name')).toBe('Juniper Bakery LLC')
    value(await redo(deal_id))
    expect(await field(deal_id, 'company.legal_name')).toBe('Ald')
  })

  test('clears the redo history after a new edit', async () => {
    const deal_id = await addDeal(app)
    await save(deal_id, set('company.legal_name', 'Alder'))
    value(await undo(deal_id))
    await save(deal_id, set('company.dba', 'Other'))
    expect(await redo(deal_id)).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_UNDO' } })
    value(await undo(deal_id))
    expect(await undo(deal_id)).toMatchObject({ ok: false })
  })

  test('restores a removed row at its position, with all its values', async () => {
    const deal_id = await addDeal(app)
    await save(deal_id, insert('row02'))
    await save(deal_id, set('company.owners.row02.first_name', 'Bo'))
    const before = await valuesOf(deal_id)
    await save(deal_id, remove('row01'))
    expect(await field(deal_id, 'company.owners.0.first_name')).toBe('Bo')
    value(await undo(deal_id))
    expect(JSON.stringify(await valuesOf(deal_id))).toBe(JSON.stringify(before))
    for (const _ of [1, 2]) value(await undo(deal_id))
    expect(rowIds(await valuesOf(deal_id), 'company.owners')).toEqual(['row01'])
  })

  test('retains only the newest 500 steps', async () => {
    const deal_id = await addDeal(app)
    const add = (index: number): VaultWrite => {
      const change: DraftStepChange = { op: 'set', path: 'company.dba', value: `${index}` }
      return { write: 'add_step', step: { deal_id, at: app.context.clock.now(), change, inverse: change } }
    }
    value(await app.vault.commit(Array.from({ length: 510 }, (_, index) => add(index))))
    const newest = value(await app.vault.draftSteps(deal_id)).undo as DraftStep
    const undone = Array.from({ length: 510 }, (_, back): VaultWrite => {
      return { write: 'mark_step', step_id: newest.step_id - back, undone: true }
    })
    value(await app.vault.commit(undone))
    const oldest = value(await app.vault.draftSteps(deal_id)).redo as DraftStep
    expect(newest).toMatchObject({ change: { value: '509' } })
    expect(oldest).toMatchObject({ change: { value: '10' } })
  })

  test('is refused for a deal that the partner received', async () => {
    const deal_id = await addDeal(app)
    await save(deal_id, set('company.legal_name', 'Alder'))
    value(await app.vault.commit([{ write: 'update_deal', deal_id, changes: { state: 'received' } }]))
    expect(await undo(deal_id)).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_EDITABLE' } })
  })
})

describe('edits from a window', () => {
  const saveFrom = async (deal_id: string, ...edits: DraftChange[]) =>
    value(await saveDraft(app.context, from(deal_id), edits))
  const owners = async (deal_id: string) => rowIds(await valuesOf(deal_id), 'company.owners')

  test('are each applied once to the stored values, even if the window sends them again', async () => {
    const deal_id = await addDeal(app)
    const edits = [insert('row02'), set('company.owners.row02.first_name', 'Bo')]
    await saveFrom(deal_id, ...edits)
    await saveFrom(deal_id, ...edits)
    expect(await owners(deal_id)).toEqual(['row01', 'row02'])
    expect(await field(deal_id, 'company.owners.row02')).toEqual({ first_name: 'Bo' })
  })

  test('of a row that another window removed become orphaned values, and change no other row', async () => {
    const deal_id = await addDeal(app)
    await save(deal_id, insert('row02'), insert('row03'))
    await save(deal_id, remove('row02'))
    app.emitted.length = 0
    await saveFrom(
      deal_id,
      set('company.owners.row02.email', 'ada@example.com'),
      set('company.owners.row03.email', 'bo@example.com'),
      remove('row02'),
    )
    // The window of the edits must load the draft again to show the orphaned value.
    expect(app.emitted).toEqual([{ event: 'draft.changed', payload: { deal_id, window_id: null } }])
    const seen = await view(deal_id)
    expect(valueAt(seen.values, 'company.owners.row03')).toEqual({ email: 'bo@example.com' })
    expect(rowIds(seen.values, 'company.owners')).toEqual(['row01', 'row03'])
    const path = 'company.owners.row02.email'
    const orphan = { path, label: 'Owner: Email', value: 'ada@example.com', reason: 'row_removed' }
    expect(seen.orphaned_values).toMatchObject([{ ...orphan, usable: false }])
    for (const _ of [1, 2]) value(await undo(deal_id))
    expect((await view(deal_id)).orphaned_values).toMatchObject([{ ...orphan, usable: true }])
  })

  test('are reported to all windows, with the id of the originating window', async () => {
    const deal_id = await addDeal(app)
    const origin = from(deal_id)
    app.emitted.length = 0
    value(await saveDraft(app.context, origin, [set('company.dba', 'One')]))
    expect(app.emitted).toEqual([{ event: 'draft.changed', payload: origin }])
  })
})

describe('an orphaned value', () => {
  const withOrphan = async (path: string, typed: string) => {
    const deal_id = await addDeal(app)
    const orphan = {
      deal_id,
      at: app.context.clock.now(),
      path,
      label: 'Legal name',
      value: typed,
      detail: '',
    }
    value(await app.vault.commit([{ write: 'put_orphan', orphan: { ...orphan, reason: 'row_removed' } }]))
    const seen = await view(deal_id)
    return { deal_id, seen, orphan_id: seen.orphaned_values[0]?.orphan_id ?? 0 }
  }

  test('moves into its field if the broker uses it, and undo restores both', async () => {
    const { deal_id, seen, orphan_id } = await withOrphan('company.legal_name', 'Alder')
    expect(seen.values).toMatchObject({ company: { legal_name: 'Juniper Bakery LLC' } })
    expect(seen.orphaned_values).toMatchObject([{ label: 'Legal name', value: 'Alder', usable: true }])
    value(await settleOrphan(app.context, from(deal_id), { orphan_id, use: true }))
    expect((await dealOf(app, deal_id)).legal_name).toBe('Alder')
    expect((await view(deal_id)).orphaned_values).toEqual([])
    value(await undo(deal_id))
    expect((await dealOf(app, deal_id)).legal_name).toBe('Juniper Bakery LLC')
  })

  test('is deleted without changing its field if the broker discards it', async () => {
    const { deal_id, orphan_id } = await withOrphan('company.legal_name', 'Alder')
    value(await settleOrphan(app.context, from(deal_id), { orphan_id, use: false }))
    expect((await view(deal_id)).orphaned_values).toEqual([])
    expect(await field(deal_id, 'company.legal_name')).toBe('Juniper Bakery LLC')
    expect(await resultOf(settleOrphan(app.context, from(deal_id), { orphan_id, use: true }))).toMatchObject({
      ok: false,
    })
  })

  test('is masked if it is sensitive', async () => {
    const { seen } = await withOrphan('company.owners.row01.ssn', '900-99-9999')
    expect(seen.orphaned_values).toMatchObject([{ value: '•••-••-9999' }])
    expect(JSON.stringify(seen)).not.toContain('900-99-9999')
  })
})

describe('a draft created with an older profile', () => {
  const older = (more: object = {}) =>
    addDeal(app, {
      profile_version: 0,
      values: {
        application: { amount_requested: '35,000', use_of_funds: 'yacht' },
        company: {
          legal_name: 'Juniper Bakery LLC',
          shoe_size: '43',
          owners: rowsOf({ first_name: 'Ada', social_number: '900-12-3456', ssn: '900-12-3456' }),
          ...more,
        },
      },
    })

  test('is validated against the current profile without losing values, and lists orphaned values with sensitive ones masked', async () => {
    const deal_id = await older()
    const before = await valuesOf(deal_id)
    const seen = await view(deal_id)
    expect(await valuesOf(deal_id)).toEqual(before)
    expect(seen.profile.version).toBe(app.context.profile.version)
    expect(seen.field_problems.map(({ path }) => path)).toContain('company.ein')
    // The app reports a choice that no longer exists as a problem of its field.
    expect(seen.field_problems.map(({ path }) => path)).toContain('application.use_of_funds')
    expect(seen.orphans).toEqual([
      expect.objectContaining({ path: 'company.shoe_size', value: '43' }),
      expect.objectContaining({
        path: 'company.owners.row01.social_number',
        label: 'company.owners.0.social_number',
        value: '••••3456',
      }),
    ])
    expect(JSON.stringify(seen)).not.toContain('900-12-3456')
    expect(formatted(seen.timeline.at(-1)?.title)).toBe(
      `The form changed from version 0 to version ${app.context.profile.version}`,
    )
    expect((await view(deal_id)).timeline).toHaveLength(seen.timeline.length)
  })

  test('retains an orphaned value through further edits until it is discarded, and undo restores the value', async () => {
    const deal_id = await older()
    await view(deal_id)
    await save(deal_id, set('company.legal_name', 'Alder'))
    expect(await field(deal_id, 'company.shoe_size')).toBe('43')
    value(await discardOrphan(app.context, from(deal_id), 'company.shoe_size'))
    expect(await field(deal_id, 'company.shoe_size')).toBeUndefined()
    value(await undo(deal_id))
    expect(await field(deal_id, 'company.shoe_size')).toBe('43')
  })

  test('does not allow discarding a value that has a field in the current form', async () => {
    const deal_id = await older()
    expect(await resultOf(discardOrphan(app.context, from(deal_id), 'company.legal_name'))).toMatchObject({
      ok: false,
    })
  })
})
