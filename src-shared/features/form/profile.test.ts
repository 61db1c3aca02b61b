import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import type { DraftChange, FormValues } from '../deals/deal.ts'
import publishedSchema from '../../../resources/profiles/payload-profile.schema.json' with { type: 'json' }
import { endpointProfileSchema } from '../../platform/partner/endpoint-profile.ts'
import { payloadProfileSchema, type ProfileField } from './payload-profile.ts'
import { messages } from '../../platform/texts/messages.ts'
import { msg } from '../../platform/texts/msg.ts'
import { fieldNotes } from './field-notes.ts'
import { completeDraft, rowsOf } from './complete-draft.fixture.ts'
import { applyChanges, concreteFields, resolvePath, valueAt } from './form-path.ts'
import { maskSensitive, maskApart, maskValue } from './sensitive.ts'
import { standardEndpoints } from '../../platform/partner/standard-endpoints.ts'
import { standardProfile } from './standard-profile.ts'
import { validateDraft } from './validate-draft.ts'
import { toWirePayload } from './wire-payload.ts'
import { formatted } from '../../../tests/support/formatted-messages.ts'

const today = '2026-05-04'
const problemsOf = (values: FormValues) => validateDraft(standardProfile, values, today).problems
const changed = (...changes: DraftChange[]) =>
  applyChanges(standardProfile, completeDraft(), changes) as FormValues
const messageAt = (path: string, value: string | boolean | null) =>
  problemsOf(changed({ op: 'set', path, value })).find((problem) => problem.path === path)?.message

test('the shipped profiles match their schemas, and parsing does not change them', () => {
  expect(payloadProfileSchema.parse(standardProfile)).toEqual(standardProfile)
  expect(endpointProfileSchema.parse(standardEndpoints)).toEqual(standardEndpoints)
})

/** The version of the standard profile, and the hash of its content. */
const PINNED = { version: 7, hash: 'fbbe32c75a9ec4dc' }

describe('the standard profile', () => {
  test('has a new version whenever its content changes', () => {
    const hash = createHash('sha256').update(JSON.stringify(standardProfile)).digest('hex').slice(0, 16)
    const advice = `Increment the version, and pin the hash ${hash} above.`
    expect({ version: standardProfile.version, hash }, advice).toEqual(PINNED)
  })

  test('defines every field of its sections in its schema, with the same type, limits, and choices', () => {
    const { properties } = standardProfile.schema as { properties: object }
    for (const { fields = [], list } of standardProfile.sections) {
      const rows = (list?.fields ?? []).map((field) => ({
        ...field,
        path: `${list?.path}.items.${field.path}`,
      }))
      const sent = [...fields, ...rows].filter(({ local }) => local !== true)
      for (const { path, type, min, max, max_length, choices } of sent) {
        const at = path
          .split('.')
          .reduce<any>(
            (node, key) => (key === 'items' ? { properties: node.items.properties } : node.properties?.[key]),
            { properties },
          )
        expect(at, path).toBeDefined()
        expect([at.minimum, at.maximum, at.maxLength], path).toEqual([min, max, max_length])
        expect(at.enum, path).toEqual(choices?.map(({ value }) => value))
        expect(at.format === 'date', path).toBe(type === 'date')
        const kind = type === 'money' || type === 'percent' ? 'number' : type === 'integer' ? type : 'string'
        if (type !== 'choice' && type !== 'yes_no') expect(at.type, path).toBe(kind)
      }
    }
  })

  test('marks every document kind as assumed except the one that the specification shows', () => {
    expect(
      standardProfile.document_kinds.filter(({ assumed }) => !assumed).map(({ value }) => value),
    ).toEqual(['bank_statement'])
    const kinds = new Set(standardProfile.document_kinds.map(({ value }) => value))
    expect(standardProfile.expected_documents.every((kind) => kinds.has(kind))).toBe(true)
  })
})

describe('validateDraft', () => {
  test('finds no problem in a complete draft, and returns the payload of the specification', () => {
    const { problems, payload } = validateDraft(standardProfile, completeDraft(), today)
    expect(problems).toEqual([])
    expect(Object.keys(payload)).toEqual(['application', 'company'])
    expect(valueAt(payload as FormValues, 'company.ein')).toBe('123456789')
    expect(valueAt(payload as FormValues, 'company.owners.0.ssn')).toBe('900123456')
    expect(valueAt(payload as FormValues, 'company.phone')).toBe('5035550142')
    expect((payload as any).application.amount_requested).toBe(35000)
    expect((payload as any).company.monthly_revenue).toBe(42500)
  })

  test('reports a field that only the schema requires', () => {
    const profile = structuredClone(standardProfile)
    const { application } = profile.schema['properties'] as { application: { required: string[] } }
    application.required.push('sales_representative')
    const { problems } = validateDraft(profile, completeDraft(), today)
    expect(problems).toEqual([
      { path: 'application.sales_representative', message: messages().form.needed('Sales representative') },
    ])
  })

  test('reports every required field of an empty draft, in the order of the form', () => {
    const empty = { application: {}, company: { owners: rowsOf({}) } }
    const paths = problemsOf(empty).map(({ path }) => path)
    const required = concreteFields(standardProfile, empty).flatMap(({ path, field }) =>
      field.required ? [path] : [],
    )
    expect(paths).toEqual(required)
    expect(paths.length).toBeGreaterThan(10)
  })

  test.each([
    ['company.ein', '12-345678', messages().form.ein],
    ['company.owners.row01.ssn', '900-12-345', messages().form.ssn],
    ['company.phone', '555-0142', messages().form.phone],
    ['company.phone', '(541) 555-0142 x12', messages().form.phoneExtension],
    ['company.phone', '+44 20 7946 0958', messages().form.phoneForeign],
    ['company.ein', '123-45-6789', messages().form.ein],
    ['company.business_start_date', '2019-02-29', messages().form.noSuchDay],
    ['company.business_start_date', '2/30/2014', messages().form.noSuchDay],
    ['company.business_start_date', '3/2', messages().form.date],
    ['company.business_start_date', '3/2/2014', undefined],
    ['company.business_start_date', '3/2/49', messages().form.inFuture],
    ['company.business_start_date', '3/2/0014', messages().form.yearOfFour],
    ['company.business_start_date', '2026-05-05', 'This date is in the future.'],
    ['company.business_start_date', '0020-05-01', messages().form.yearOfFour],
    ['application.signature_date', '0026-05-01', messages().form.yearOfFour],
    ['company.business_start_date', '1799-12-31', messages().form.yearOfFour],
    ['company.business_start_date', '1800-01-01', undefined],
    ['company.owners.row01.date_of_birth', '0075-05-01', messages().form.yearOfFour],
    ['company.owners.row01.date_of_birth', '1899-12-31', messages().form.yearOfFour],
    ['company.owners.row01.date_of_birth', '1900-01-01', undefined],
    ['company.email', 'nobody', 'Enter an email address like name@example.com.'],
    ['company.email', 'jörg@bäcker.example', messages().form.foreignLetter('ö')],
    ['company.email', 'info@b\u200bakery.example', undefined],
    ['company.legal_name', '\u200b\u0000', messages().form.needed('Legal name')],
    ['company.email', 'sean@obrien', messages().form.email],
    ['company.email', 'John <j@bakery.example>', undefined],
    ['company.website', 'bakery', messages().form.website],
    ['company.website', 'https://bakery.example,', undefined],
    ['company.business_start_date', 'Mar 2014', undefined],
    ['company.owners.row01.date_of_birth', 'Mar 1985', messages().form.date],
    ['company.website', 'café.example', messages().form.foreignLetter('é')],
    ['company.website', 'bakery.example', undefined],
    ['company.website', 'bakery.example/@ada', undefined],
    ['company.website', 'ada@bakery.example', messages().form.website],
    ['company.address.zip', '9720', 'Enter a ZIP code with five digits, or nine like 12345-6789.'],
    ['application.amount_requested', '500', 'Amount requested must be between $1,000 and $10,000,000.'],
    ['application.amount_requested', 'much', messages().numbers.money.unreadable],
    ['application.amount_requested', '50000,00', messages().numbers.money.decimal_comma],
    ['application.desired_term_months', '1,2', messages().numbers.count.fraction],
    ['company.owners.row01.ownership_percent', '5,505', messages().numbers.percent.comma_or_thousands],
    ['company.owners.row01.ownership_percent', '1/3', messages().numbers.percent.fraction_alone],
    ['application.desired_term_months', '1 year', messages().numbers.count.unreadable],
    ['application.desired_term_months', '6.5', messages().numbers.count.fraction],
    ['application.use_of_funds', 'a boat', 'Choose an option from the list.'],
    [
      'company.owners.row01.ownership_percent',
      '101',
      'The owners’ shares add up to 101%. The maximum is 100%.',
    ],
    ['company.legal_name', 'x'.repeat(101), 'Legal name is too long. Use at most 100 characters.'],
    ['application.consent_accepted', false, 'Confirm this before you submit.'],
  ])('for %s = %j reports %s', (path, value, message) => {
    expect(formatted(messageAt(path, value))).toBe(message)
  })

  test('accepts a future date only if the field allows it', () => {
    const profile = structuredClone(standardProfile)
    const field = profile.sections.flatMap(({ fields = [] }) => fields).find(({ type }) => type === 'date')
    const values = changed({ op: 'set', path: field!.path, value: '2026-05-05' })
    const problems = () => validateDraft(profile, values, today).problems
    expect(problems()).toEqual([{ path: field!.path, message: messages().form.inFuture }])
    field!.may_be_future = true
    expect(problems()).toEqual([])
    field!.may_be_future = false
    expect(problems()).toHaveLength(1)
  })

  test('accepts a foreign letter in an email address if the schema allows it', () => {
    const profile = structuredClone(standardProfile)
    const { company } = profile.schema['properties'] as {
      company: { properties: Record<string, { format?: string }> }
    }
    delete company.properties['email']?.format
    const values = changed({ op: 'set', path: 'company.email', value: 'jörg@bäcker.example' })
    const { problems, payload } = validateDraft(profile, values, today)
    expect(problems).toEqual([])
    expect(valueAt(payload as FormValues, 'company.email')).toBe('jörg@bäcker.example')
  })

  test('reports a text that exceeds the limit of its field, even if the schema has no limit', () => {
    const profile = structuredClone(standardProfile)
    const { company } = profile.schema['properties'] as {
      company: { properties: Record<string, { maxLength?: number }> }
    }
    delete company.properties['legal_name']?.maxLength
    const values = changed({ op: 'set', path: 'company.legal_name', value: 'x'.repeat(101) })
    expect(validateDraft(profile, values, today).problems).toEqual([
      { path: 'company.legal_name', message: messages().form.tooLong('Legal name', 100) },
    ])
  })

  test('reports ownership shares of several owners that exceed 100 % in total', () => {
    const two = changed(
      { op: 'insert_row', path: 'company.owners', row: 'row02' },
      { op: 'set', path: 'company.owners.row02.ownership_percent', value: '40.5' },
    )
    expect(problemsOf(two)).toContainEqual({
      path: 'company.owners.row02.ownership_percent',
      message: 'The owners’ shares add up to 100.5%. The maximum is 100%.',
    })
  })

  test('adds ownership shares exactly, and reports their exact sum', () => {
    const sharesOf = (...shares: string[]) => ({
      company: { owners: rowsOf(...shares.map((ownership_percent) => ({ ownership_percent }))) },
    })
    const reported = (...shares: string[]) =>
      problemsOf(sharesOf(...shares)).find(
        ({ path }) => path === `company.owners.row0${shares.length}.ownership_percent`,
      )?.message
    expect(formatted(reported('33.1', '33.2', '33.8'))).toBe(
      'The owners’ shares add up to 100.1%. The maximum is 100%.',
    )
    expect(formatted(reported('33.334', '33.333', '33.333'))).toBeUndefined()
    expect(formatted(reported('60.1', '20.2', '19.7'))).toBeUndefined()
  })

  test('accepts three shares of 33 1/3, and refuses four', () => {
    const thirds = (count: number) => ({
      company: { owners: rowsOf(...Array.from({ length: count }, () => ({ ownership_percent: '33 1/3' }))) },
    })
    const reported = (count: number) =>
      problemsOf(thirds(count)).find(({ path }) => path.endsWith('ownership_percent'))?.message
    expect(formatted(reported(3))).toBeUndefined()
    expect(formatted(reported(4))).toBe('The owners’ shares add up to 133.333332%. The maximum is 100%.')
  })

  test('requires at least one row if the list requires one', () => {
    const none = changed({ op: 'remove_row', path: 'company.owners', row: 'row01' })
    expect(problemsOf(none)).toEqual([{ path: 'company.owners', message: 'At least one owner is required.' }])
  })

  test('never throws for any typed value', () => {
    const paths = concreteFields(standardProfile, completeDraft()).map(({ path }) => path)
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.string(), (path, value) => {
        const { payload } = validateDraft(standardProfile, changed({ op: 'set', path, value }), today)
        expect(Object.keys(payload)).toEqual(['application', 'company'])
      }),
    )
  })
})

describe('toWirePayload', () => {
  test('omits empty values, but keeps the row of an owner without values', () => {
    const { payload } = toWirePayload(standardProfile, {
      application: { notes: '' },
      company: { owners: rowsOf({}, { first_name: 'Bo' }) },
    })
    expect(payload).toEqual({ application: {}, company: { owners: [{}, { first_name: 'Bo' }] } })
  })

  test('sends the rows of a list as an array in the order of the form, without their ids', () => {
    const draft = changed(
      { op: 'insert_row', path: 'company.owners', row: 'rzzzz' },
      { op: 'insert_row', path: 'company.owners', row: 'raaaa' },
      { op: 'set', path: 'company.owners.raaaa.last_name', value: 'Two' },
      { op: 'set', path: 'company.owners.raaaa.address.zip', value: '97204' },
      { op: 'insert_row', path: 'application.open_advances', row: 'row01' },
      { op: 'set', path: 'application.open_advances.row01.balance', value: '1k' },
    )
    expect(JSON.stringify(toWirePayload(standardProfile, draft).payload)).toBe(
      '{"application":{"open_advances":[{"balance":1000}],"amount_requested":35000,"use_of_funds":"working_capital",' +
        '"consent_accepted":true},"company":{"owners":[{"first_name":"Ada","last_name":"Sample","ownership_percent":60,' +
        '"date_of_birth":"1980-02-29","ssn":"900123456"},{},{"last_name":"Two","address":{"zip":"97204"}}],' +
        '"legal_name":"Juniper Bakery LLC","ein":"123456789","entity_type":"llc","business_start_date":"2016-04-01",' +
        '"address":{"street_1":"18 Alder Street","city":"Portland","state":"OR","zip":"97204"},"phone":"5035550142",' +
        '"monthly_revenue":42500}}',
    )
  })

  test('treats a blank as an empty value, in optional and required fields', () => {
    const blank = changed(
      { op: 'set', path: 'company.dba', value: ' ' },
      { op: 'set', path: 'company.monthly_revenue', value: ' ' },
      { op: 'set', path: 'company.legal_name', value: ' \t' },
    )
    const { problems, payload } = validateDraft(standardProfile, blank, today)
    expect(problems.map(({ path }) => path)).toEqual(['company.legal_name', 'company.monthly_revenue'])
    expect(formatted(problems[0]?.message)).toBe(messages().form.needed('Legal name'))
    expect(payload['company']).not.toHaveProperty('dba')
  })

  test.each([
    ['company.website', 'N/A'],
    ['company.website', 'none'],
    ['company.website', '-'],
    ['company.website', 'No website'],
    ['company.email', 'n/a'],
    ['company.dba', 'N/A'],
    ['company.address.street_2', '\u2014'],
    ['company.average_daily_balance', 'n.a.'],
    ['company.owners.row01.cell_phone', 'none'],
  ])('sends no %s for %j, and a note says so', (path, value) => {
    const values = changed({ op: 'set', path, value })
    const { problems, payload } = validateDraft(standardProfile, values, today)
    expect(problems).toEqual([])
    expect(valueAt(payload as FormValues, path.replace('row01', '0'))).toBeUndefined()
    expect(fieldNotes(standardProfile, values, today)).toContainEqual({ path, message: msg.notes.sentEmpty })
  })

  test('sends a name that consists of a short word such as Na', () => {
    const values = changed({ op: 'set', path: 'company.owners.row01.last_name', value: 'Na' })
    const { payload } = validateDraft(standardProfile, values, today)
    expect(valueAt(payload as FormValues, 'company.owners.0.last_name')).toBe('Na')
  })

  test.each([
    ['$35k', 35_000],
    ['1,500k', 1_500_000],
    ['1.5m', 1_500_000],
    ['35\u00a0000.50', 35_000.5],
  ])('sends %j as %d dollars', (typed, dollars) => {
    const { payload } = toWirePayload(standardProfile, { application: { amount_requested: typed } })
    expect(payload.application).toEqual({ amount_requested: dollars })
  })

  test('refuses a negative amount if the field accepts no amount below 0', () => {
    expect(formatted(messageAt('company.monthly_revenue', '(5,000)'))).toBe('This amount cannot be negative.')
  })

  test('accepts a phone number with the country code', () => {
    const { payload } = toWirePayload(standardProfile, { company: { phone: '+1 (503) 555-0142' } })
    expect(payload.company).toEqual({ phone: '5035550142' })
  })
})

describe('a local field', () => {
  const position = (weekly_payment: string) =>
    changed(
      { op: 'insert_row', path: 'application.open_advances', row: 'row01' },
      { op: 'set', path: 'application.open_advances.row01.funder', value: 'First Funder' },
      { op: 'set', path: 'application.open_advances.row01.balance', value: '12000' },
      { op: 'set', path: 'application.open_advances.row01.weekly_payment', value: weekly_payment },
      { op: 'set', path: 'application.open_advances.row01.original_amount', value: '$30k' },
      { op: 'set', path: 'application.open_advances.row01.original_term_months', value: '9' },
    )

  test('is never sent, although the form has a value for it', () => {
    const { payload, problems } = validateDraft(standardProfile, position('850'), today)
    expect(problems).toEqual([])
    expect((payload as any).application.open_advances).toEqual([{ funder: 'First Funder', balance: 12000 }])
  })

  test('is checked like every other field', () => {
    const path = 'application.open_advances.row01.weekly_payment'
    expect(problemsOf(position('much'))).toEqual([{ path, message: messages().numbers.money.unreadable }])
    expect(problemsOf(position('(850)'))).toEqual([{ path, message: messages().numbers.money.negative }])
  })

  test('of the type date accepts no day after today', () => {
    const path = 'application.last_funded_on'
    const field: ProfileField = { path, type: 'date', label: 'Last funded on', local: true }
    const profile = { ...standardProfile, sections: [{ id: 'funding', title: '', fields: [field] }] }
    const onDay = (day: string) =>
      validateDraft(profile, { application: { last_funded_on: day } }, today).problems
    expect(onDay(today)).toEqual([])
    expect(onDay('2030-01-01')).toEqual([{ path, message: msg.form.inFuture }])
  })

  test('is not part of the schema of the payload', () => {
    const { application } = standardProfile.schema['properties'] as any
    expect(Object.keys(application.properties.open_advances.items.properties)).toEqual([
      'funder',
      'balance',
      'daily_payment',
    ])
  })
})

describe('applyChanges', () => {
  test('sets values in objects and rows, and does not change its input', () => {
    const before = completeDraft()
    const after = applyChanges(standardProfile, before, [
      { op: 'set', path: 'company.address.city', value: 'Salem' },
      { op: 'set', path: 'company.owners.row01.address.city', value: 'Bend' },
    ])
    expect(valueAt(after ?? {}, 'company.address.city')).toBe('Salem')
    expect(valueAt(after ?? {}, 'company.owners.row01.address.city')).toBe('Bend')
    expect(before).toEqual(completeDraft())
  })

  test.each<DraftChange>([
    { op: 'set', path: 'company.nothing', value: 'x' },
    { op: 'set', path: '__proto__.polluted', value: 'x' },
    { op: 'set', path: 'company.constructor', value: 'x' },
    { op: 'set', path: 'company.owners.row06.first_name', value: 'x' },
    { op: 'set', path: 'company.owners', value: 'x' },
    { op: 'set', path: 'company.owners.__proto__.first_name', value: 'x' },
    { op: 'insert_row', path: 'company.address', row: 'row01' },
    { op: 'insert_row', path: 'company.owners', row: 'row01' },
    { op: 'insert_row', path: 'company.owners', row: '__proto__' },
    { op: 'insert_row', path: 'company.owners', row: '1' },
    { op: 'remove_row', path: 'company.owners', row: 'row02' },
    { op: 'remove_row', path: 'company.owners', row: '0' },
  ])('refuses %j', (change) => {
    expect(applyChanges(standardProfile, completeDraft(), [change])).toBeNull()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('refuses rows beyond the maximum of a list', () => {
    const nine = Array.from({ length: 8 }, (_, at): DraftChange => ({
      op: 'insert_row',
      path: 'company.owners',
      row: `row1${at}`,
    }))
    expect(applyChanges(standardProfile, completeDraft(), nine)).toBeNull()
  })
})

describe('sensitive values', () => {
  test('are masked in the data for the page, in every row', () => {
    const draft = completeDraft()
    Object.assign(valueAt(draft, 'company.owners') as FormValues, {
      row02: { first_name: 'Bo', ssn: '900-65-4321' },
    })
    const masked = maskSensitive(standardProfile, draft)
    expect(valueAt(masked, 'company.ein')).toBe('••-•••6789')
    expect(valueAt(masked, 'company.owners.row01.ssn')).toBe('•••-••-3456')
    expect(valueAt(masked, 'company.owners.row02.ssn')).toBe('•••-••-4321')
    expect(JSON.stringify(masked)).not.toMatch(/900-12-3456|900-65-4321|12-3456789/)
  })

  test('are fully masked while only a few characters are typed, and keep the number of typed digits', () => {
    expect(maskValue('ssn', '123')).toBe('•••')
    expect(maskValue('ein', '12')).toBe('••')
    expect(maskValue('ein', '48-21579')).toBe('•••1579')
    expect(maskValue('ein', 'none')).toBe('••••')
    expect(maskApart('ein', '12-3454321', '12-3456789')).toEqual(['••-•••4321', '••-•••6789'])
    expect(maskApart('ein', '12-3456789', '12-8456789')).toEqual(['••-3••6789', '••-8••6789'])
  })
})

test('resolvePath resolves lists and the fields of their rows, and rejects other paths', () => {
  expect(resolvePath(standardProfile, 'company.owners')).toMatchObject({ kind: 'list' })
  expect(resolvePath(standardProfile, 'company.owners.row04.ssn')).toMatchObject({
    kind: 'field',
    field: { type: 'ssn' },
  })
  expect(resolvePath(standardProfile, 'company.owners.3.ssn')).toMatchObject({ kind: 'field' })
  expect(resolvePath(standardProfile, 'company.owners.x.ssn')).toBeNull()
  expect(resolvePath(standardProfile, 'company')).toBeNull()
})

test('the published JSON Schema of payload profiles matches what the app accepts', () => {
  expect(publishedSchema).toEqual({
    title: 'Funding Desk payload profile',
    ...z.toJSONSchema(payloadProfileSchema, { io: 'input' }),
  })
})
