import { PDFName, PDFString } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { fitPrinted } from '../../src-main/features/prefill/reader/field-values.ts'
import { fieldAt } from '../../src-main/features/prefill/reader/labels.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'
import { LAYOUTS, makeApplication } from '../support/documents/application-forms.ts'
import { drawForm, type Sheet } from '../support/documents/drawn-form.ts'
import { byPath, sourceApplications, valuesIn } from '../support/documents/read-form.ts'

// Reads PDFs that pdf-lib wrote with the real pdfjs.

/** Values that make a printed form credible, because nothing else looks like them. */
function credible(sheet: Sheet, y = 700): void {
  for (const [at, [label, value]] of [
    ['EIN:', '12-3456789'],
    ['Business phone:', '(541) 555-0142'],
    ['Amount requested:', '$50,000'],
  ].entries()) {
    sheet.text(label as string, 40, y + at * 18)
    sheet.text(value as string, 180, y + at * 18, { mono: true })
  }
}
const CREDIBLE = {
  'company.ein': '12-3456789',
  'company.phone': '(541) 555-0142',
  'application.amount_requested': '$50,000',
}

test('in every layout and both languages, each proposal equals the printed value, and at least 19 of 20 values are found', async () => {
  let [right, printed] = [0, 0]
  for (const layout of LAYOUTS)
    for (const [language, seed] of [
      ['en', 11],
      ['es', 12],
    ] as const) {
      const { bytes, truth } = await makeApplication({ layout, language, seed })
      for (const [path, value] of Object.entries(await valuesIn(bytes))) {
        const field = fieldAt(standardProfile, path)
        const expected = field && fitPrinted(path, field, truth.get(path) ?? '')?.value
        expect({ layout, language, path, value }).toEqual({ layout, language, path, value: expected })
        right++
      }
      printed += truth.size
    }
  expect(right / printed).toBeGreaterThan(0.95)
})

test('an empty form proposes nothing, in every layout', async () => {
  for (const layout of LAYOUTS) {
    const { bytes } = await makeApplication({ layout, seed: 5, empty: 1 })
    expect({ layout, values: await valuesIn(bytes) }).toEqual({ layout, values: {} })
  }
})

test('a label above its box, at the left, inside the box, and with a colon are read, also on a turned page', async () => {
  const draw = (sheet: Sheet) => {
    sheet.text('Legal business name', 40, 60, { size: 7 })
    sheet.box(40, 64, 200, 18)
    sheet.text('Acme Foods LLC', 44, 77, { mono: true })
    sheet.box(300, 52, 200, 30)
    sheet.text('DBA', 303, 60, { size: 6 })
    sheet.text('Acme', 304, 77, { mono: true })
    sheet.text('Date business started:', 40, 110)
    sheet.text('03/15/2012', 150, 110, { mono: true })
    credible(sheet)
  }
  for (const turned of [0, 90, 270])
    expect(await valuesIn(await drawForm(draw, { turned }))).toEqual({
      ...CREDIBLE,
      'company.legal_name': 'Acme Foods LLC',
      'company.dba': 'Acme',
      'company.business_start_date': '03/15/2012',
    })
})

test('a table with a column for each owner gives each value to its owner', async () => {
  const rows = [
    ['First name', 'Maria', 'Sean'],
    ['Last name', 'Lopez', "O'Brien"],
    ['Ownership %', '60', '40'],
    ['Date of birth', '01/02/1980', ''],
    ['SSN', '', '987-65-4321'],
  ]
  const bytes = await drawForm((sheet) => {
    sheet.text('Owner 1', 200, 60, { bold: true })
    sheet.text('Owner 2', 360, 60, { bold: true })
    for (const [at, [label = '', one = '', two = '']] of rows.entries()) {
      sheet.text(label, 40, 80 + at * 18)
      if (one !== '') sheet.text(one, 200, 80 + at * 18, { mono: true })
      if (two !== '') sheet.text(two, 360, 80 + at * 18, { mono: true })
    }
    credible(sheet)
  })
  expect(await valuesIn(bytes)).toEqual({
    ...CREDIBLE,
    'company.owners.0.first_name': 'Maria',
    'company.owners.0.last_name': 'Lopez',
    'company.owners.0.ownership_percent': '60',
    'company.owners.0.date_of_birth': '01/02/1980',
    'company.owners.1.first_name': 'Sean',
    'company.owners.1.last_name': "O'Brien",
    'company.owners.1.ownership_percent': '40',
    'company.owners.1.ssn': '987-65-4321',
  })
})

test('values of a landlord, a bank, and a mailing address fill no field of the merchant', async () => {
  const bytes = await drawForm((sheet) => {
    const line = (y: number, ...cells: string[]) =>
      cells.forEach((cell, at) => sheet.text(cell, 40 + at * 135, y, { mono: at % 2 === 1 }))
    sheet.text('Business Information', 40, 40, { bold: true, size: 12 })
    line(60, 'Legal name:', 'Acme LLC', 'Bank name:', 'First Bank')
    line(80, 'Mailing address:', '9 Other St')
    line(100, 'City:', 'Reno', 'State:', 'NV')
    sheet.text('Landlord', 40, 130, { bold: true, size: 12 })
    line(150, 'Name:', 'Bob Stone', 'Phone:', '541-555-0100')
    line(170, 'Address:', '5 Rent Rd', 'Email:', 'bob@example.com')
    credible(sheet)
  })
  expect(await valuesIn(bytes)).toEqual({ ...CREDIBLE, 'company.legal_name': 'Acme LLC' })
})

test('check boxes of every kind are read, and a question with two marks or none is not', async () => {
  const options = (sheet: Sheet, y: number, texts: string[], draw: (x: number, at: number) => void) =>
    texts.forEach((text, at) => {
      draw(40 + at * 130, at)
      sheet.text(text, 54 + at * 130, y, { size: 9 })
    })
  const entities = ['LLC', 'C Corporation', 'Sole Proprietorship']
  const crossed = await drawForm((sheet) => {
    options(sheet, 60, entities, (x, at) => {
      sheet.box(x, 52, 8, 8)
      if (at === 1) {
        sheet.page.drawLine({ start: { x: x + 1, y: 733 }, end: { x: x + 7, y: 739 } })
        sheet.page.drawLine({ start: { x: x + 1, y: 739 }, end: { x: x + 7, y: 733 } })
      }
    })
  })
  expect(await valuesIn(crossed)).toEqual({ 'company.entity_type': 'c_corporation' })
  const typed = (marks: string[]) =>
    drawForm((sheet) =>
      entities.forEach((text, at) => sheet.text(`[${marks[at]}] ${text}`, 40 + at * 150, 60)),
    )
  expect(await valuesIn(await typed([' ', ' ', 'X']))).toEqual({
    'company.entity_type': 'sole_proprietorship',
  })
  expect(await valuesIn(await typed(['X', ' ', 'X']))).toEqual({})
  expect(await valuesIn(await typed([' ', ' ', ' ']))).toEqual({})
})

test('a fillable form is read by the names of its fields, and a field whose names contradict each other is left out', async () => {
  const bytes = await drawForm(({ document, page, text }) => {
    const form = document.getForm()
    const add = (name: string, value: string, y: number, tooltip = '') => {
      const field = form.createTextField(name)
      field.setText(value)
      field.addToPage(page, { x: 200, y: 792 - y, width: 150, height: 16 })
      if (tooltip !== '') field.acroField.getWidgets()[0]?.dict.set(PDFName.of('TU'), PDFString.of(tooltip))
    }
    add('topmostSubform[0].Page1[0].txtLegalBusinessName[0]', 'Acme LLC', 100)
    add('owner2_DOB', '1/2/1980', 130)
    add('Guarantor 1 SSN', '123-45-6789', 160)
    add('f1_07', 'Reno', 190, 'Business city')
    add('undefined_3', '541-555-0142', 220)
    text('Business phone', 110, 218, { size: 9 })
    // The name says one thing and the printed label another.
    add('company_email', 'a@example.com', 250)
    text('Landlord email', 110, 248, { size: 9 })
    const box = form.createCheckBox('entity_LLC')
    box.addToPage(page, { x: 200, y: 500, width: 10, height: 10 })
    box.check()
    form.createCheckBox('entity_SCorp').addToPage(page, { x: 260, y: 500, width: 10, height: 10 })
    const list = form.createDropdown('owner1.state')
    list.addOptions(['TX', 'NV'])
    list.select('NV')
    list.addToPage(page, { x: 200, y: 450, width: 60, height: 16 })
  })
  expect(await valuesIn(bytes)).toEqual({
    'company.legal_name': 'Acme LLC',
    'company.owners.1.date_of_birth': '1/2/1980',
    'company.owners.0.ssn': '123-45-6789',
    'company.address.city': 'Reno',
    'company.phone': '541-555-0142',
    'company.entity_type': 'llc',
    'company.owners.0.address.state': 'NV',
  })
})

test('full names and whole addresses are split only where the parts are clear', async () => {
  const bytes = await drawForm((sheet) => {
    const line = (label: string, value: string, y: number) => {
      sheet.text(label, 40, y)
      sheet.text(value, 220, y, { mono: true })
    }
    line('Business address:', '120 Main St, Suite 4, Austin, TX 78701', 60)
    line('Owner 1 name:', 'Maria Lopez', 80)
    line('Owner 2 name:', 'Mary Ann Van Horn Smith', 100)
    line('Owner 1 home address:', '9 Elm St', 120)
    line('City, State, ZIP:', 'New Haven, CT 06510', 140)
    credible(sheet)
  })
  expect(await valuesIn(bytes)).toEqual({
    ...CREDIBLE,
    'company.address.street_1': '120 Main St',
    'company.address.street_2': 'Suite 4',
    'company.address.city': 'Austin',
    'company.address.state': 'TX',
    'company.address.zip': '78701',
    'company.owners.0.first_name': 'Maria',
    'company.owners.0.last_name': 'Lopez',
    'company.owners.0.address.street_1': '9 Elm St',
    'company.owners.0.address.city': 'New Haven',
    'company.owners.0.address.state': 'CT',
    'company.owners.0.address.zip': '06510',
  })
})

test('invisible, covered, tiny, and overlaid text is not read', async () => {
  const hidden: Record<string, (sheet: Sheet) => void> = {
    white: ({ text }) => text('Evil LLC', 180, 60, { color: [1, 1, 1] }),
    transparent: ({ text }) => text('Evil LLC', 180, 60, { opacity: 0.02 }),
    tiny: ({ text }) => text('Evil LLC', 180, 60, { size: 1 }),
    covered: ({ text, box }) => {
      text('Evil LLC', 180, 60)
      box(170, 45, 120, 25, [1, 1, 1])
    },
    black_on_black: ({ text, box }) => {
      box(170, 45, 120, 25, [0, 0, 0])
      text('Evil LLC', 180, 60)
    },
    overlaid: ({ text }) => {
      text('Evil LLC', 180, 60)
      text('Good Inc', 180.5, 60)
    },
    outside: ({ text }) => text('Evil LLC', 700, 60),
  }
  for (const [name, draw] of Object.entries(hidden)) {
    const bytes = await drawForm((sheet) => {
      sheet.text('Legal name:', 40, 60)
      draw(sheet)
      credible(sheet)
    })
    expect({ name, values: await valuesIn(bytes) }).toEqual({ name, values: CREDIBLE })
  }
  // White text on a dark bar is visible.
  const bar = await drawForm((sheet) => {
    sheet.box(30, 40, 500, 16, [0.1, 0.1, 0.3])
    sheet.text('Owner 1 Information', 40, 52, { color: [1, 1, 1] })
    sheet.text('Email:', 40, 80)
    sheet.text('me@example.com', 180, 80, { mono: true })
    credible(sheet)
  })
  expect(await valuesIn(bar)).toEqual({ ...CREDIBLE, 'company.owners.0.email': 'me@example.com' })
})

test('a field that stores another value than its page shows is not read', async () => {
  const bytes = await drawForm(({ document, page }) => {
    const form = document.getForm()
    const field = form.createTextField('legal_business_name')
    field.setText('Shown LLC')
    field.addToPage(page, { x: 40, y: 700, width: 200, height: 16 })
    form.updateFieldAppearances()
    field.acroField.dict.set(PDFName.of('V'), PDFString.of('Stored LLC'))
  })
  expect((await valuesIn(bytes))['company.legal_name']).not.toBe('Stored LLC')
})

test('a bank statement and a letter propose nothing', async () => {
  const statement = await drawForm(({ text }) => {
    const lines = [
      'Granite Valley Bank',
      'Statement period 03/01/2026 - 03/31/2026',
      'Account number 123456789',
      'Beginning balance $1,204.11',
      'Average daily ledger balance $900.00',
      '03/02 Deposit $4,000.00',
      '03/09 Transfer to Acme LLC $1,000.00',
      'Questions? Call 800-555-0100 or visit granite.example',
    ]
    lines.forEach((line, at) => text(line, 40, 60 + at * 18))
  })
  expect(await valuesIn(statement)).toEqual({})
})

test('hostile PDFs get a bounded answer', async () => {
  const reader = sourceApplications()
  const crowded = await drawForm(({ text }) => {
    for (let row = 0; row < 320; row++) text('x'.repeat(100), 20, 20 + (row % 75) * 10, { size: 5 })
  })
  expect(await reader.read(crowded, standardProfile)).toEqual({ text: 'unreadable', values: [] })
  expect(await reader.read(new TextEncoder().encode('%PDF-1.7 nothing'), standardProfile)).toEqual({
    text: 'unreadable',
    values: [],
  })
  const strange = await drawForm((sheet) => {
    sheet.text('Legal name:', 40, 60)
    sheet.page.drawText('Acme LLC', { x: 1e30, y: 1e30, size: 10 })
    sheet.page.drawText('Acme LLC', { x: 180, y: 732, size: 1e12 })
    credible(sheet)
  })
  const read = await reader.read(strange, standardProfile)
  expect(byPath(read)).toEqual(CREDIBLE)
  const empty = await drawForm(() => {})
  expect(await reader.read(empty, standardProfile)).toEqual({ text: 'picture', values: [] })
})
