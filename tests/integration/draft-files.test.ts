import { resultOf } from '../../src-main/platform/base/failure.ts'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImportReader } from '../../src-main/features/import/import-reader.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { duplicateDeal } from '../../src-main/features/drafts/create-draft.ts'
import { undoChange } from '../../src-main/features/drafts/edit-draft.ts'
import { exportDraft, exportTemplate } from '../../src-main/features/import/export-draft.ts'
import type { SaveFile } from '../../src-main/platform/files/ports.ts'
import type { DuplicateRule } from '../../src-shared/features/import/import.ts'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import { DraftImport } from '../../src-main/features/import/import-drafts.ts'
import type { FormValues } from '../../src-shared/features/deals/deal.ts'
import { completeDraft, rowsOf } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'
import { toWirePayload, withArrays } from '../../src-shared/features/form/wire-payload.ts'
import { addDeal, addDocument, dealOf, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { skipped, whyNoLinks, whyNotOnWindows } from '../support/skipped.ts'
import { formatted } from '../support/formatted-messages.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'

const cleanup = new Cleanup()
const folder = cleanup.folder()
let app: App
beforeAll(async () => {
  app = await composeApp(cleanup)
})
afterAll(() => cleanup.run())

const registry = new FileRegistry()
const WORKER = new URL('../../src-main/features/import/import-worker.ts', import.meta.url)
const draftImport = new DraftImport(registry, createImportReader(WORKER))
const preview = (path: string) =>
  resultOf(draftImport.preview(app.context, { import_id: randomUUID(), file_id: fileId(path) }))
const creating = (chosen: Parameters<DraftImport['create']>[1]) =>
  resultOf(draftImport.create(app.context, chosen))
const NOT_FOUND = { ok: false, error: { code: 'FILE_NOT_FOUND' } }
const fileId = (path: string) => registry.register([path])[0]?.file_id ?? ''
function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const saved: { name: string; text: string }[] = []
const save: SaveFile = async ({ name }, content) => {
  saved.push({ name, text: Buffer.from(content).toString('utf8') })
  return { saved_as: name }
}
/** Returns the company of a stored draft, with its owners as an array. */
const companyOf = async (deal_id: string) =>
  withArrays(standardProfile, (await dealOf(app, deal_id)).values)['company']
const lastSaved = () => saved.at(-1) as { name: string; text: string }

describe('an import', () => {
  test('creates deals only in the environment in which it was previewed, and not in a demo', async () => {
    const { import_id } = value(await preview(fileOf('office.csv', 'Business name\nAlder\n')))
    const demo = await composeApp(cleanup)
    expect(await resultOf(draftImport.create(demo.context, { import_id, rows: [2] }))).toMatchObject(
      NOT_FOUND,
    )
    expect(value(await demo.vault.listDeals(dealQuerySchema.parse({}))).total).toBe(0)
    const { deal_ids } = value(await draftImport.create(app.context, { import_id, rows: [2] }))
    expect(deal_ids).toHaveLength(1)
    app.emitted.length = 0
  })

  test('creates nothing before the broker confirms, then creates all selected rows with their orphaned values', async () => {
    const path = fileOf(
      'book.csv',
      'Business name,Amount,SSN,Shoe size\nAlder,35000,900-12-3456,43\nBirch,1000,,\nElm,2000,,44\n',
    )
    const reported = value(await preview(path))
    expect(app.emitted.filter(({ event }) => event !== 'import.progress')).toEqual([])
    expect(reported.rows.map(({ row, legal_name, left_out }) => [row, legal_name, left_out.length])).toEqual([
      [2, 'Alder', 1],
      [3, 'Birch', 0],
      [4, 'Elm', 1],
    ])
    expect(JSON.stringify(reported)).not.toContain('900-12-3456')
    const { deal_ids } = value(
      await draftImport.create(app.context, { import_id: reported.import_id, rows: [2, 4] }),
    )
    expect(deal_ids).toHaveLength(2)
    const alder = value(await viewDeal(app.context, deal_ids[0] as string))
    expect(alder).toMatchObject({ legal_name: 'Alder', amount_cents: 3_500_000, state: 'draft' })
    expect(alder.orphaned_values).toMatchObject([
      {
        label: 'Shoe size',
        value: '43',
        reason: 'import',
        detail: 'The form does not have this field.',
        usable: false,
      },
    ])
    expect(formatted(alder.timeline[0]?.title)).toBe('Imported from book.csv, row 2')
    // The broker can create drafts from an import only once. A second request with the same import id fails.
    expect(await creating({ import_id: reported.import_id, rows: [3] })).toMatchObject(NOT_FOUND)
  })

  test('uses the columns and notations that the broker chose, and remembers them for the next file from the same source', async () => {
    const file = () => fileOf('crm.csv', Buffer.from('Kunde;Summe;Seit\nSöhne;1.234,56;3.4.2020\n', 'latin1'))
    const first = value(await preview(file()))
    expect(first).toMatchObject({
      format: {
        text: { encoding: 'windows-1252', delimiter: ';' },
        unsure_words: ['Söhne'],
        remembered: null,
      },
      columns: [{ target: 'beside' }, { target: 'beside' }, { target: 'beside' }],
    })
    const paths = ['company.legal_name', 'application.amount_requested', 'company.business_start_date']
    const columns = paths.map((field) => ({ field }))
    const of = first.import_id
    const again = { import_id: randomUUID(), of, choices: { columns, dates: 'day_first' as const } }
    const changed = value(await draftImport.change(app.context, again))
    const cells = [
      { value: 'Söhne', problem: null, note: null },
      { value: '$1,234.56', problem: null, note: null },
      { value: 'Apr 3, 2020', problem: null, note: null },
    ]
    expect(changed).toMatchObject({ cells: [cells], rows: [{ legal_name: 'Söhne', left_out_count: 0 }] })
    // The broker sees only the last preview, so the app imports only that one.
    expect(await creating({ import_id: of, rows: [2] })).toMatchObject({ ok: false })
    expect(await resultOf(draftImport.change(app.context, again))).toMatchObject(NOT_FOUND)
    const { deal_ids } = value(
      await draftImport.create(app.context, { import_id: changed.import_id, rows: [2] }),
    )
    expect(value(await app.vault.getDeal(deal_ids[0] as string))).toMatchObject({
      legal_name: 'Söhne',
      amount_cents: 123_456,
      values: { company: { business_start_date: '2020-04-03' } },
    })
    expect(value(await preview(file()))).toMatchObject({
      format: { remembered: { file: 'crm.csv', at: expect.any(String) } },
      cells: [cells],
    })
  })

  test('recognizes businesses by EIN and by name, and skips them, fills their drafts, or creates new drafts', async () => {
    const owner = { first_name: 'Ada', last_name: 'Lee' }
    const make = (deal: Partial<StoredDeal>) => addDeal(app, deal)
    const company = (more: object) => ({ application: {}, company: more }) as FormValues
    const draft = await make({
      legal_name: 'Cedar Grill',
      values: company({
        legal_name: 'Cedar Grill',
        ein: '11-1111111',
        phone: '(541) 555-0100',
        owners: rowsOf(owner),
      }),
    })
    await make({
      legal_name: 'Dogwood, Inc.',
      state: 'received',
      application_id: randomUUID(),
      values: company({ legal_name: 'Dogwood, Inc.', ein: '22-2222222' }),
    })
    const lines = [
      'Legal name,EIN,Phone,Email,Owner First name,Owner SSN,Owner 2 First name',
      'Cedar Grill Restaurant,11-1111111,541-555-0199,cedar@grill.example,Ada,900-12-3456,Bo',
      'DOGWOOD INC,,,,,,',
      'Dogwood,33-3333333,,,,,',
      'Elder Co,44-4444444,,,,,',
    ]
    const read = async () => value(await preview(fileOf('again.csv', lines.join('\n'))))
    const total = async () => value(await app.vault.listDeals(dealQuerySchema.parse({}))).total
    const before = await total()
    const rows = [2, 3, 4, 5]
    const first = await read()
    expect(first.rows.map(({ existing }) => existing?.legal_name ?? null)).toEqual([
      'Cedar Grill',
      'Dogwood, Inc.',
      null,
      null,
    ])
    const skipping = { import_id: first.import_id, rows, duplicates: 'skip' as const }
    expect(value(await draftImport.create(app.context, skipping))).toMatchObject({ updated: 0, skipped: 2 })
    expect(await total()).toBe(before + 2)

    const unfilled = value(await app.vault.getDeal(draft))?.values
    const second = await read()
    const done = value(
      await draftImport.create(app.context, {
        import_id: second.import_id,
        rows: [2, 3],
        duplicates: 'update',
      }),
    )
    expect(done).toMatchObject({ deal_ids: [expect.any(String)], updated: 1, skipped: 0 })
    expect(await total()).toBe(before + 3)
    expect(await companyOf(draft)).toMatchObject({
      legal_name: 'Cedar Grill',
      phone: '(541) 555-0100',
      email: 'cedar@grill.example',
      owners: [{ ...owner, ssn: '900-12-3456' }, { first_name: 'Bo' }],
    })
    // One step undoes all filled values.
    value(await undoChange(app.context, { deal_id: draft, window_id: null }))
    expect(await companyOf(draft)).toEqual({
      ...(unfilled?.['company'] as object),
      email: null,
      owners: [{ ...owner, ssn: null }],
    })
  })

  describe('of a file with several rows of one business', () => {
    const heading = 'Legal name,EIN,Amount,Email,Owner First name,Owner Last name,Owner SSN,Stage'
    const lines = (name: string, ein: string) => [
      heading,
      `${name} LLC,${ein},35000,,Ada,Lee,900-12-3456,New`,
      `${name},,35000,mail@grill.example,Bo,Fox,900-12-3457,Hot`,
      `${name} LLC,${ein},40000,,ada,lee,,New`,
    ]
    const read = async (name: string, content: string[]) =>
      value(await preview(fileOf(`${name}.csv`, content.join('\n'))))
    const total = async () => value(await app.vault.listDeals(dealQuerySchema.parse({}))).total
    const create = async (import_id: string, rows: number[], duplicates: DuplicateRule) =>
      value(await draftImport.create(app.context, { import_id, rows, duplicates }))

    test('creates one draft with the values of all rows, and keeps differing values beside the form', async () => {
      const { rows, import_id } = await read('Gale Grill', lines('Gale Grill', '61-1111111'))
      expect(rows.map(({ existing, same_as_row }) => [existing, same_as_row])).toEqual([
        [null, null],
        [null, 2],
        [null, 2],
      ])
      const before = await total()
      const done = await create(import_id, [2, 3, 4], 'update')
      expect(done).toEqual({ deal_ids: [expect.any(String)], updated: 0, skipped: 0 })
      expect(await total()).toBe(before + 1)
      const [deal_id = ''] = done.deal_ids
      expect(await dealOf(app, deal_id)).toMatchObject({
        legal_name: 'Gale Grill LLC',
        amount_cents: 3_500_000,
      })
      expect(await companyOf(deal_id)).toMatchObject({
        ein: '61-1111111',
        email: 'mail@grill.example',
        owners: [
          { first_name: 'Ada', last_name: 'Lee', ssn: '900-12-3456' },
          { first_name: 'Bo', last_name: 'Fox', ssn: '900-12-3457' },
        ],
      })
      const { orphaned_values, timeline } = value(await viewDeal(app.context, deal_id))
      expect(
        orphaned_values.map(({ label, value: kept, detail }) => [label, kept, formatted(detail)]),
      ).toEqual([
        ['Stage', 'New; Hot', 'The form does not have this field.'],
        ['Legal name', 'Gale Grill', 'Another value in the file already filled this field.'],
        ['Amount requested', '40000', 'Another value in the file already filled this field.'],
      ])
      expect(timeline.map(({ title }) => formatted(title))).toEqual([
        'Imported from Gale Grill.csv, row 2',
        'Empty fields filled from Gale Grill.csv, row 3',
        'Empty fields filled from Gale Grill.csv, row 4',
      ])
      // One step undoes the values of all later rows, and no step undoes the first row.
      value(await undoChange(app.context, { deal_id, window_id: null }))
      expect(await companyOf(deal_id)).toMatchObject({
        legal_name: 'Gale Grill LLC',
        email: null,
        owners: [{ first_name: 'Ada', last_name: 'Lee', ssn: '900-12-3456' }],
      })
      expect(await resultOf(undoChange(app.context, { deal_id, window_id: null }))).toMatchObject({
        ok: false,
      })

      // A second import finds the draft again, and adds nothing twice.
      const again = await read('Gale Grill', lines('Gale Grill', '61-1111111'))
      expect(again.rows.map(({ existing }) => existing?.deal_id)).toEqual([deal_id, deal_id, deal_id])
      expect(await create(again.import_id, [2, 3, 4], 'update')).toEqual({
        deal_ids: [],
        updated: 1,
        skipped: 0,
      })
      expect(await companyOf(deal_id)).toMatchObject({
        owners: [{ first_name: 'Ada' }, { first_name: 'Bo' }],
      })
    })

    test('merges the later rows into the first chosen one', async () => {
      const { import_id } = await read('Hazel Grill', lines('Hazel Grill', '62-1111111'))
      const done = await create(import_id, [3, 4], 'skip')
      expect(done).toEqual({ deal_ids: [expect.any(String)], updated: 0, skipped: 0 })
      expect(await dealOf(app, done.deal_ids[0] as string)).toMatchObject({ legal_name: 'Hazel Grill' })
    })

    test('creates a draft from each row if the broker wants it', async () => {
      const { import_id } = await read('Iris Grill', lines('Iris Grill', '63-1111111'))
      const done = await create(import_id, [2, 3, 4], 'create')
      expect(done).toMatchObject({ deal_ids: { length: 3 }, updated: 0, skipped: 0 })
    })

    test('keeps businesses apart that have the same name and different EINs', async () => {
      const conflicting = [
        'Legal name,EIN,Email',
        'Kelp Bar,64-1111111,one@kelp.example',
        'Kelp Bar LLC,65-1111111,two@kelp.example',
        'Kelp Bar,,three@kelp.example',
      ]
      const first = await read('Kelp', conflicting)
      expect(first.rows.map(({ same_as_row }) => same_as_row)).toEqual([null, null, null])
      expect(await create(first.import_id, [2, 3, 4], 'update')).toMatchObject({ deal_ids: { length: 3 } })
      // A draft without an EIN can be only one of them, so none of them fills it.
      const draft = await addDeal(app, {
        legal_name: 'Moss Bar',
        values: { application: {}, company: { legal_name: 'Moss Bar' } },
      })
      const moss = ['Legal name,EIN', 'Moss Bar,66-1111111', 'Moss Bar,67-1111111']
      const second = await read('Moss', moss)
      expect(await create(second.import_id, [2, 3], 'update')).toMatchObject({
        deal_ids: { length: 2 },
        updated: 0,
      })
      expect((await dealOf(app, draft)).values['company']).toEqual({ legal_name: 'Moss Bar' })
    })

    test('fills one new draft if the business has only a submitted deal, or if its draft was submitted since the preview', async () => {
      const values = (name: string, ein: string): FormValues => ({
        application: {},
        company: { legal_name: name, ein },
      })
      const draft = await addDeal(app, {
        legal_name: 'Nettle Bar',
        values: values('Nettle Bar', '68-1111111'),
      })
      const { import_id, rows } = await read('Nettle Bar', lines('Nettle Bar', '68-1111111'))
      expect(rows.map(({ existing }) => existing?.is_editable)).toEqual([true, true, true])
      const changes = { state: 'received', application_id: randomUUID() } as const
      value(await app.vault.commit([{ write: 'update_deal', deal_id: draft, changes }]))
      const done = await create(import_id, [2, 3, 4], 'update')
      expect(done).toEqual({ deal_ids: [expect.any(String)], updated: 0, skipped: 0 })
    })

    test('keeps owners beside the form that the form has no room for', async () => {
      const many = Array.from({ length: 10 }, (_, at) => `Oak Bar,69-1111111,,,Owner${'abcdefghij'[at]},,`)
      const { import_id, rows } = await read('Oak Bar', [heading, ...many])
      const done = await create(
        import_id,
        rows.map(({ row }) => row),
        'update',
      )
      const [deal_id = ''] = done.deal_ids
      expect(await companyOf(deal_id)).toMatchObject({ owners: { length: 8 } })
      const why = { label: 'Owner: First name', detail: 'The form does not allow more rows in this list.' }
      expect(value(await viewDeal(app.context, deal_id)).orphaned_values).toMatchObject([
        { value: 'Owneri', ...why },
        { value: 'Ownerj', ...why },
      ])
    })
  })

  test('fills no value of an owner into the row of another owner', async () => {
    const draft = await addDeal(app, {
      legal_name: 'Fir Bar',
      values: { application: {}, company: { ein: '55-5555555', owners: rowsOf({ first_name: 'Ada' }) } },
    })
    const { import_id } = value(
      await preview(fileOf('other.csv', 'EIN,Owner First name,Owner SSN\n55-5555555,Bo,900-12-3456\n')),
    )
    value(await draftImport.create(app.context, { import_id, rows: [2], duplicates: 'update' }))
    expect(await companyOf(draft)).toMatchObject({
      owners: [{ first_name: 'Ada' }, { first_name: 'Bo', ssn: '900-12-3456' }],
    })
  })

  test.each([
    ['a folder', () => folder, 'FILE_NOT_REGULAR'],
    ['a missing file', () => join(folder, 'gone.csv'), 'FILE_NOT_FOUND'],
    ['an empty file', () => fileOf('empty.csv', ''), 'FILE_EMPTY'],
    ['a file of more than 2 MB', () => fileOf('big.csv', 'x'.repeat(2 * 1024 * 1024 + 1)), 'FILE_TOO_LARGE'],
    [
      'a file that is not text',
      () => fileOf('picture.csv', Uint8Array.from([1, 0, 2, 0, 255])),
      'IMPORT_NOT_READABLE',
    ],
  ])('refuses %s', async (_, make, code) => {
    expect(await preview(make())).toMatchObject({ ok: false, error: { code } })
  })

  const noLinks = whyNoLinks()
  test.skipIf(noLinks !== null)(`refuses a symbolic link${skipped(noLinks)}`, async () => {
    const link = join(folder, 'link.csv')
    symlinkSync(fileOf('target.csv', 'Legal name\nA\n'), link)
    expect(await preview(link)).toMatchObject({ ok: false, error: { code: 'FILE_NOT_REGULAR' } })
  })

  const noPipes = whyNotOnWindows('Windows has no pipes in folders')
  test.skipIf(noPipes !== null)(`refuses a pipe${skipped(noPipes)}`, async () => {
    const pipe = join(folder, 'pipe.csv')
    execFileSync('mkfifo', [pipe])
    expect(await preview(pipe)).toMatchObject({ ok: false, error: { code: 'FILE_NOT_REGULAR' } })
  })

  test('reads the text encodings that spreadsheets on Windows write', async () => {
    const windows = value(await preview(fileOf('w.csv', Buffer.from('Legal name\nSöhne\n', 'latin1'))))
    const utf16 = value(
      await preview(fileOf('u.csv', Buffer.from('\uFEFFLegal name\tEIN\nSöhne\t12-3456789\n', 'utf16le'))),
    )
    expect([windows.rows[0]?.legal_name, utf16.rows[0]?.legal_name]).toEqual(['Söhne', 'Söhne'])
  })
})

describe('an export', () => {
  test.each(['json', 'csv'] as const)('as %s can be imported again with the same data', async (as) => {
    const values = { ...completeDraft() }
    const deal_id = await addDeal(app, { values, legal_name: 'Juniper "Bakery" LLC' })
    value(await exportDraft(app.context, save, { deal_id, as, with_sensitive: true }))
    expect(lastSaved().name).toBe(`Juniper Bakery LLC.${as}`)
    const reported = value(await preview(fileOf(lastSaved().name, lastSaved().text)))
    expect(reported.rows).toMatchObject([{ left_out: [] }])
    const { import_id } = reported
    const { deal_ids } = value(
      await draftImport.create(app.context, { import_id, rows: reported.rows.map(({ row }) => row) }),
    )
    const back = await dealOf(app, deal_ids[0] as string)
    const sent = (of: FormValues) => toWirePayload(standardProfile, of).payload
    expect(sent(back.values)).toEqual(sent(values))
  })

  test.each(['json', 'csv'] as const)(
    'as %s contains no SSN or EIN if sensitive values are excluded',
    async (as) => {
      const values = { ...completeDraft(), old: { social_number: '900-12-3456' } }
      const deal_id = await addDeal(app, { values })
      value(await exportDraft(app.context, save, { deal_id, as, with_sensitive: false }))
      expect(lastSaved().text).toContain('Juniper Bakery LLC')
      expect(lastSaved().text).not.toMatch(/900-12-3456|12-3456789/)
    },
  )

  test('of an empty template has only columns that the import recognizes, and each column belongs to a different field', async () => {
    value(await exportTemplate(app.context, save))
    const headings = lastSaved().text.trim().replace('\uFEFF', '').split(',')
    const reported = value(
      await preview(fileOf('filled.csv', `${lastSaved().text}${headings.map(() => 'x').join(',')}\n`)),
    )
    expect(reported.columns.filter(({ field }) => field === null)).toEqual([])
    expect(new Set(reported.columns.map(({ field }) => field)).size).toBe(headings.length)
  })

  test('as CSV escapes formulas for spreadsheets, and the import restores the original text', async () => {
    const text = '=cmd|calc!A1'
    const values = { application: {}, company: { legal_name: text, owners: rowsOf({}) } }
    const deal_id = await addDeal(app, { values })
    value(await exportDraft(app.context, save, { deal_id, as: 'csv', with_sensitive: false }))
    expect(lastSaved().text).toContain(`'${text}`)
    expect(value(await preview(fileOf('f.csv', lastSaved().text))).rows[0]?.legal_name).toBe(text)
  })
})

describe('a duplicate of a deal', () => {
  test('has the values and, if requested, the documents, but no status, offers, reference, or signature', async () => {
    const values: FormValues = { ...completeDraft(), old: { color: 'red' } }
    const application = values['application'] as FormValues
    const of: FormValues = {
      ...values,
      application: { ...application, reference: 'A-1', signature_date: '2026-05-02', consent_accepted: true },
    }
    const deal_id = await addDeal(app, {
      values: of,
      state: 'received',
      application_id: 'app-1',
      application_status: 'app_funded',
      application_status_at: '2026-05-01T09:00:00.000Z',
    })
    const document = await addDocument(app, cleanup, deal_id, { state: 'received' })
    const plain = value(await duplicateDeal(app.context, deal_id, () => false))
    const full = value(await duplicateDeal(app.context, deal_id, () => true))
    const copy = await dealOf(app, plain.deal_id)
    expect(copy).toMatchObject({
      state: 'draft',
      application_id: null,
      application_status: null,
      offers: [],
      reference: '',
    })
    const {
      reference: _,
      signature_date: __,
      consent_accepted: ___,
      ...shared
    } = of['application'] as FormValues
    expect(copy.values).toEqual({ ...of, application: shared })
    // The client's signature covers only the original application. The copy needs a new signature.
    expect(copy.field_problems.map(({ path }) => path)).toEqual(['application.consent_accepted'])
    expect(value(await app.vault.listDocuments(plain.deal_id))).toEqual([])
    expect(value(await app.vault.listDocuments(full.deal_id))).toMatchObject([
      { sha256: document.sha256, state: 'attached', sent_at: null },
    ])
    expect(value(await app.vault.listTimeline(full.deal_id)).map(({ title }) => title)).toEqual([
      'Copied from Juniper Bakery LLC',
    ])
  })
})
