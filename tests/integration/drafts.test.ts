import { resultOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { createDraft } from '../../src-main/features/drafts/create-draft.ts'
import { revealValue } from '../../src-main/features/drafts/edit-draft.ts'
import { payloadOf } from '../../src-main/features/submission/submission-commands.ts'
import type { DraftChange, SubmissionState } from '../../src-shared/features/deals/deal.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { valueAt } from '../../src-shared/features/form/form-path.ts'
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
import { trashDeal } from '../../src-main/features/deals/load-deal.ts'

const cleanup = new Cleanup()
const folder = cleanup.folder()
const secrets = memoryKeychain()
let app: App
beforeAll(async () => {
  app = await composeApp(cleanup, { folder, secrets })
})
afterAll(() => cleanup.run())

const set = (path: string, typed: string): DraftChange => ({ op: 'set', path, value: typed })
const save = (deal_id: string, ...changes: DraftChange[]) => saveAsSeen(app, deal_id, changes)

describe('the current day', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    // At ten in the evening of the 4th in Los Angeles, it is already the 5th in Greenwich.
    ['America/Los_Angeles', '2026-05-05T05:00:00.000Z', '2026-05-04', '2026-05-05'],
    // At half past one in the morning of the 5th in Kolkata, it is still the 4th in Greenwich.
    ['Asia/Kolkata', '2026-05-04T20:00:00.000Z', '2026-05-05', '2026-05-06'],
  ])('is determined in the time zone of the broker, %s', async (zone, now, signed, tomorrow) => {
    vi.stubEnv('TZ', zone)
    const there = await composeApp(cleanup, { now })
    const problemAt = async (day: string) => {
      const path = 'application.signature_date'
      const deal_id = await addDeal(there, { values: { ...completeDraft() } })
      const saved = value(await saveAsSeen(there, deal_id, [set(path, day)]))
      const deal = await dealOf(there, deal_id)
      expect(payloadOf(there.context, deal).ok).toBe(saved.field_problems.length === 0)
      return saved.field_problems.map((problem) => problem.path)
    }
    expect(await problemAt(signed)).toEqual([])
    expect(await problemAt(tomorrow)).toEqual(['application.signature_date'])
  })
})

describe('saving a draft', () => {
  test('makes each change durable before it returns, even if the app then crashes', async () => {
    const deal_id = value(await createDraft(app.context))
    const saved = value(
      await save(
        deal_id,
        set('company.legal_name', '  Alder & Söhne  '),
        set('application.amount_requested', '12,500.50'),
      ),
    )
    await app.crash()
    app = await composeApp(cleanup, { folder, secrets })
    expect(await dealOf(app, deal_id)).toMatchObject({
      revision: saved.revision,
      legal_name: 'Alder & Söhne',
      amount_cents: 1_250_050,
      field_problems: saved.field_problems,
    })
  })

  test('stores all concurrent saves, each with a separate revision', async () => {
    const deal_id = value(await createDraft(app.context))
    const fields = ['company.legal_name', 'company.ein', 'company.phone', 'application.reference']
    const rounds = Array.from({ length: 20 }, (_, round) =>
      fields.map((path) => set(path, `${round}`)),
    ).flat()
    const saves = await Promise.all(rounds.map((edit) => save(deal_id, edit)))
    expect(saves.map((saved) => value(saved).revision)).toEqual(rounds.map((_, index) => index + 1))
    const deal = await dealOf(app, deal_id)
    expect(fields.map((path) => valueAt(deal.values, path))).toEqual(['19', '19', '19', '19'])
  })

  test.each<[string, DraftChange]>([
    ['an unknown field', set('company.shoe_size', '43')],
    ['an unknown top-level object', set('broker.name', 'x')],
    ['a path through the prototype', set('company.__proto__.x', 'x')],
    ['a single value for a list', set('company.owners', 'x')],
    ['a row in the prototype', set('company.owners.__proto__.ssn', 'x')],
    ['an unknown field of a removed row', set('company.owners.row08.shoe_size', 'x')],
    ['a new row for a field that is not a list', { op: 'insert_row', path: 'company.ein', row: 'row01' }],
    ['a row that is named like a number', { op: 'insert_row', path: 'company.owners', row: '0' }],
  ])('refuses %s, and stores none of the other changes in the same save', async (_, change) => {
    const deal_id = await addDeal(app)
    const before = await dealOf(app, deal_id)
    expect(await save(deal_id, set('company.legal_name', 'Other'), change)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    })
    expect(await dealOf(app, deal_id)).toEqual(before)
  })

  test.each<[SubmissionState, boolean]>([
    ['draft', true],
    ['refused', true],
    ['sending', false],
    ['received', false],
    ['unknown', false],
  ])('is allowed for a deal in the state %s: %s', async (state, takes) => {
    const deal_id = await addDeal(app, { state })
    const saved = await save(deal_id, set('company.legal_name', 'Other'))
    expect(saved.ok || saved.error.code).toBe(takes ? true : 'DEAL_NOT_EDITABLE')
    expect((await dealOf(app, deal_id)).revision).toBe(takes ? 1 : 0)
  })

  test('is refused while the deal is in the trash, and allowed after the deal is restored', async () => {
    const deal_id = await addDeal(app)
    value(await trashDeal(app.context, deal_id, true))
    expect(await save(deal_id, set('company.legal_name', 'Other'))).toMatchObject({
      ok: false,
      error: { code: 'DEAL_NOT_FOUND' },
    })
    value(await trashDeal(app.context, deal_id, false))
    value(await save(deal_id, set('company.legal_name', 'Other')))
  })
})

describe('a field error from the partner', () => {
  const refused = [
    { path: 'company.ein', message: 'Invalid EIN.' },
    { path: 'company.owners', message: 'Too few.' },
    { path: 'company.owners.row01.ssn', message: 'Invalid SSN.' },
  ]

  test.each<[string, DraftChange, string[]]>([
    [
      'remains while another field is changed',
      set('company.legal_name', 'Other'),
      refused.map(({ path }) => path),
    ],
    [
      'is removed when its field changes',
      set('company.ein', '98-7654321'),
      ['company.owners', 'company.owners.row01.ssn'],
    ],
    [
      'is removed when its field in a row changes',
      set('company.owners.row01.ssn', '900-65-4321'),
      ['company.ein', 'company.owners'],
    ],
    [
      'is removed when rows move, together with the error of the list itself',
      { op: 'insert_row', path: 'company.owners', row: 'row02' },
      ['company.ein'],
    ],
  ])('%s', async (_, change, left) => {
    const deal_id = await addDeal(app, { state: 'refused', refused_fields: refused })
    value(await save(deal_id, change))
    expect((await dealOf(app, deal_id)).refused_fields.map(({ path }) => path)).toEqual(left)
  })

  test('replaces the error that the form shows for the same field, and is not shown if the form lacks the field', async () => {
    const deal_id = await addDeal(app, {
      state: 'refused',
      field_problems: [{ path: 'company.ein', message: 'Nine digits.' }],
      refused_fields: [
        { path: 'company.ein', message: 'Invalid EIN.' },
        { path: 'company.unheard_of', message: 'Missing.' },
      ],
    })
    expect(value(await viewDeal(app.context, deal_id)).field_problems).toEqual([
      { path: 'company.ein', message: 'The funding partner says: “Invalid EIN.”' },
    ])
  })
})

describe('sensitive values', () => {
  test('are masked in the window, and only an existing sensitive field can be revealed in full', async () => {
    const deal_id = await addDeal(app)
    const seen = JSON.stringify(value(await viewDeal(app.context, deal_id)))
    expect(seen).not.toContain('900-12-3456')
    expect(value(await revealValue(app.context, deal_id, 'company.owners.row01.ssn'))).toEqual({
      value: '900-12-3456',
    })
    for (const path of ['company.legal_name', 'company.owners.row08.ssn', 'company.owners', 'company'])
      expect(await resultOf(revealValue(app.context, deal_id, path)), path).toMatchObject({ ok: false })
  })
})
