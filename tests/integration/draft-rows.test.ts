import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveDraft } from '../../src-main/features/drafts/edit-draft.ts'
import type { DraftChange, FormValues } from '../../src-shared/features/deals/deal.ts'
import { rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { applyChanges, rowIds, valueAt } from '../../src-shared/features/form/form-path.ts'
import { addDeal, composeApp, dealOf, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
let app: App
beforeAll(async () => {
  app = await composeApp(cleanup)
})
afterAll(() => cleanup.run())

const OWNERS = 'company.owners'

/** A window with a form: what it shows, and the edits that main has not stored yet. */
interface Window {
  values: FormValues
  pending: DraftChange[]
}

type Act = 'type' | 'add' | 'remove' | 'save' | 'load'
const step = fc.record({
  window: fc.constantFrom(0, 1),
  act: fc.constantFrom<Act>('type', 'type', 'add', 'remove', 'save', 'load'),
  row: fc.nat(3),
  field: fc.constantFrom('first_name', 'last_name', 'email'),
})

test('no interleaving of two windows puts a value into another row, and no value is lost silently', async () => {
  const { profile } = app.context
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const start = { application: {}, company: { owners: rowsOf({}, {}) } }
      const deal_id = await addDeal(app, { values: start })
      const windows: Window[] = [0, 1].map(() => ({ values: start, pending: [] }))
      // What must be stored: the rows in the order in which they arrive, and the values that arrive after the removal of their row.
      const expected = new Map<string, Record<string, string>>(['row01', 'row02'].map((row) => [row, {}]))
      const beside = new Map<string, string>()
      let count = 0

      async function save(window: Window) {
        const edits = window.pending
        if (edits.length === 0) return
        window.pending = []
        value(await saveDraft(app.context, { deal_id, window_id: null }, edits))
        for (const edit of edits) {
          if (edit.op !== 'set') {
            if (edit.op === 'remove_row') expected.delete(edit.row)
            else expected.set(edit.row, {})
          } else {
            const [row = '', field = ''] = edit.path.slice(OWNERS.length + 1).split('.')
            const there = expected.get(row)
            if (there === undefined) beside.set(edit.path, edit.value as string)
            else there[field] = edit.value as string
          }
        }
      }

      for (const { window: at, act, row: place, field } of steps) {
        const window = windows[at] as Window
        const ids = rowIds(window.values, OWNERS)
        const row = ids[place % Math.max(1, ids.length)]
        const edit = (change: DraftChange) => {
          window.values = applyChanges(profile, window.values, [change]) as FormValues
          window.pending.push(change)
        }
        if (act === 'type' && row !== undefined)
          edit({ op: 'set', path: `${OWNERS}.${row}.${field}`, value: `typed ${++count}` })
        else if (act === 'add' && ids.length < 4)
          edit({ op: 'insert_row', path: OWNERS, row: `rnew${++count}` })
        else if (act === 'remove' && row !== undefined) edit({ op: 'remove_row', path: OWNERS, row })
        else if (act === 'save') await save(window)
        else if (act === 'load') {
          const { values } = await dealOf(app, deal_id)
          window.values = window.pending.reduce(
            (now, one) => applyChanges(profile, now, [one]) ?? now,
            values,
          )
        }
      }
      for (const window of windows) await save(window)

      const { values } = await dealOf(app, deal_id)
      expect(Object.entries(valueAt(values, OWNERS) ?? {})).toEqual([...expected])
      const orphans = value(await app.vault.listOrphans(deal_id))
      expect(new Map(orphans.map((one) => [one.path, one.value]))).toEqual(beside)
    }),
    { numRuns: Math.ceil(Number(process.env['PROPERTY_RUNS'] ?? 200) / 4) },
  )
})
