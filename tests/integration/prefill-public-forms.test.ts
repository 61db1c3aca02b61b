import { PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { drawForm, type Sheet } from '../support/documents/drawn-form.ts'
import { valuesIn } from '../support/documents/read-form.ts'

// Forms in the manner of public ones, as form fields with meaningless names, and flattened.

/** Writes a value into a place of the form: a form field, or the text that remains of it after flattening. */
type Fill = (value: string, x: number, y: number, width: number, height?: number) => void

/** Draws a form with its values, as form fields and flattened, and returns the values that are read from both. */
async function readBoth(
  draw: (sheet: Sheet, fill: Fill) => void,
  nameOf = (number: number) => `topmostSubform[0].Page1[0].f1_${number}[0]`,
): Promise<{ fields: Record<string, string>; flat: Record<string, string> }> {
  const fields = await drawForm((sheet) => {
    let number = 0
    draw(sheet, (value, x, y, width, height = 14) => {
      const field = sheet.document.getForm().createTextField(nameOf(++number))
      if (value !== '') field.setText(value)
      field.addToPage(sheet.page, { x, y: 792 - y, width, height, borderWidth: 0 })
    })
  })
  const flat = await drawForm((sheet) =>
    draw(sheet, (value, x, y) => value !== '' && sheet.text(value, x + 2, y - 4, { mono: true, size: 9 })),
  )
  return { fields: await valuesIn(fields), flat: await valuesIn(flat) }
}

const both = (values: Record<string, string>) => ({ fields: values, flat: values })

function drawTaxForm({ text, box }: Sheet, fill: Fill, values: readonly string[]): void {
  const [name = '', trade = '', street = '', city = '', ein = ''] = values
  text('(Rev. March 2024)', 36, 40, { size: 7 })
  text('Expiration Date: 6/30/2027', 450, 40, { size: 7 })
  text('Questions? Call (800) 555-0100 or write to help@agency.example', 36, 50, { size: 7 })
  const label = (number: string, words: string, y: number) => {
    text(number, 50, y, { size: 7, bold: true })
    text(words, 60, y, { size: 7 })
  }
  label('1', 'Name of entity/individual. An entry is required. (For a sole proprietor, enter the name', 100)
  text("of the owner on line 1, and the entity's name on line 2.)", 60, 108, { size: 7 })
  fill(name, 48, 126, 400)
  label('2', 'Business name/disregarded entity name, if different from above.', 136)
  fill(trade, 48, 154, 400)
  label('5', 'Address (number, street, and apt. or suite no.). See instructions.', 164)
  text("Requester's name and address (optional)", 400, 164, { size: 7 })
  fill(street, 48, 182, 300)
  label('6', 'City, state, and ZIP code', 192)
  fill(city, 48, 210, 300)
  text('Social security number', 420, 240, { size: 7, bold: true })
  for (const [at, x] of [420, 480, 525].entries()) fill('', x, 262, [45, 30, 50][at] ?? 0, 18)
  text('Employer identification number', 420, 280, { size: 7, bold: true })
  for (let at = 0; at < 9; at++) {
    const x = 420 + at * 14 + (at > 1 ? 14 : 0)
    box(x, 286, 14, 24)
    fill(ein.charAt(at), x, 308, 14, 20)
  }
  text('–', 452, 302, { size: 9 })
}

test('a tax form with sentences as labels and one box per digit is read, and nothing that the form itself prints', async () => {
  const values = [
    'Harbor Light Seafood LLC',
    'Harbor Light',
    '1420 Wharf Street',
    'Newport, OR 97365',
    '473829156',
  ]
  expect(await readBoth((sheet, fill) => drawTaxForm(sheet, fill, values))).toEqual(
    both({
      'company.legal_name': 'Harbor Light Seafood LLC',
      'company.dba': 'Harbor Light',
      'company.address.street_1': '1420 Wharf Street',
      'company.address.city': 'Newport',
      'company.address.state': 'OR',
      'company.address.zip': '97365',
      'company.ein': '473829156',
    }),
  )
  expect(await readBoth((sheet, fill) => drawTaxForm(sheet, fill, []))).toEqual(both({}))
})

test('a number in three fields is one number, and a part of it is none', async () => {
  const draw = (parts: string[]) => (sheet: Sheet, fill: Fill) => {
    sheet.text('Owner Information', 40, 40, { bold: true })
    sheet.text('SSN', 40, 60, { size: 8 })
    for (const [at, part] of parts.entries()) fill(part, 40 + at * 60, 78, 50)
  }
  const bytes = async (parts: string[]) =>
    drawForm((sheet) =>
      draw(parts)(sheet, (value, x, y, width) => {
        const field = sheet.document.getForm().createTextField(`Text${x}`)
        field.setText(value)
        field.addToPage(sheet.page, { x, y: 792 - y, width, height: 14 })
      }),
    )
  expect(await valuesIn(await bytes(['987', '65', '4321']))).toEqual({
    'company.owners.0.ssn': '987-65-4321',
  })
  expect(await valuesIn(await bytes(['098']))).toEqual({})
})

const OWNERS = [
  ['Dana Whitfield', 'Managing Member', '60', '541-22-9087', '88 Cedar Lane, Newport, OR 97365'],
  ['Luis Ortega', 'Member', '40', '530-11-2203', '17 Bay Road, Toledo, OR 97391'],
]

test('a table with a row for each owner gives each row to its owner, and a contact person is no owner', async () => {
  const read = await readBoth(({ text }, fill) => {
    text('Applicant Business Legal Name:', 40, 60, { bold: true, size: 9 })
    fill('Harbor Light Seafood LLC', 200, 64, 200)
    text('Business TIN (EIN, SSN)', 40, 80, { bold: true, size: 9 })
    fill('47-3829156', 200, 84, 200)
    text('Primary Contact Name', 40, 100, { bold: true, size: 9 })
    fill('Karen Holt', 200, 104, 200)
    const heads = ["Owner's Legal Name", 'Title', 'Ownership %', 'TIN (SSN/EIN)', 'Home Address']
    const places = [40, 150, 240, 310, 400]
    for (const [at, head] of heads.entries()) text(head, (places[at] ?? 0) + 2, 200, { bold: true, size: 9 })
    text('(First name Last name)', 42, 211, { size: 8 })
    for (const [row, owner] of [...OWNERS, ['', '', '', '', '']].entries())
      for (const [at, value] of owner.entries())
        fill(value, places[at] ?? 0, 240 + row * 26, (places[at + 1] ?? 610) - (places[at] ?? 0) - 2, 20)
  })
  expect(read).toEqual(
    both({
      'company.legal_name': 'Harbor Light Seafood LLC',
      'company.ein': '47-3829156',
      ...Object.fromEntries(
        OWNERS.flatMap(([name = '', title, percent, ssn, address = ''], row) => {
          const [street, city, rest = ''] = address.split(', ')
          const [first, last] = name.split(' ')
          const values = { first_name: first, last_name: last, title, ownership_percent: percent, ssn }
          const parts = { street_1: street, city, state: rest.slice(0, 2), zip: rest.slice(3) }
          const at = `company.owners.${row}.`
          return [
            ...Object.entries(values).map(([leaf, value]) => [at + leaf, value]),
            ...Object.entries(parts).map(([leaf, value]) => [`${at}address.${leaf}`, value]),
          ]
        }),
      ),
    }),
  )
})

test('a "Name" beside a home address is that of a person, and an unclear name is left out', async () => {
  const draw = (name: string) => (sheet: Sheet, fill: Fill) => {
    const line = (label: string, value: string, y: number) => {
      sheet.text(label, 40, y, { bold: true, size: 9 })
      fill(value, 220, y + 4, 200)
    }
    line('Name', name, 60)
    line('Home Address', '88 Cedar Lane', 80)
    line('City, State, & Zip Code', 'Newport, OR 97365', 100)
    line('Business Phone (xxx-xxx-xxxx)', '541-555-0142', 120)
    line('Business Name of Applicant/Borrower', 'Harbor Light Seafood LLC', 140)
  }
  const others = {
    'company.owners.0.address.street_1': '88 Cedar Lane',
    'company.owners.0.address.city': 'Newport',
    'company.owners.0.address.state': 'OR',
    'company.owners.0.address.zip': '97365',
    'company.phone': '541-555-0142',
    'company.legal_name': 'Harbor Light Seafood LLC',
  }
  expect(await readBoth(draw('Dana Whitfield'))).toEqual(
    both({
      ...others,
      'company.owners.0.first_name': 'Dana',
      'company.owners.0.last_name': 'Whitfield',
    }),
  )
  expect(await readBoth(draw('Dana'))).toEqual(both(others))
})

/** The places of an application with one owner, and the names that a PDF editor gives their fields. */
const APPLICATION = [
  ['Legal Business Name', 'company.legal_name', 'Harbor Light Seafood LLC', 'Legal Business Name'],
  ['Address', 'company.address.street_1', '1420 Wharf Street', 'Address'],
  ['City', 'company.address.city', 'Newport', 'City'],
  ['Federal Tax ID', 'company.ein', '47-3829156', 'Federal Tax ID'],
  ['Phone', 'company.phone', '541-555-0142', 'Phone'],
  ['Amount Requested', 'application.amount_requested', '$120,000', 'Amount'],
  ['Owner Information', null, '', ''],
  ['First Name', 'company.owners.0.first_name', 'Dana', 'First Name_2'],
  ['Last Name', 'company.owners.0.last_name', 'Whitfield', 'Last Name_2'],
  ['Ownership %', 'company.owners.0.ownership_percent', '100', 'Ownership_2'],
  ['SSN', 'company.owners.0.ssn', '541-22-9087', 'SSN_2'],
  ['Home Address', 'company.owners.0.address.street_1', '88 Cedar Lane', 'Address_2'],
  ['City', 'company.owners.0.address.city', 'Toledo', 'City_2'],
] as const
const SECOND_OWNER = ['First Name', 'Last Name', 'Ownership %', 'SSN']

test.each(['left', 'above', 'below'])(
  'an application with one owner and labels at the %s of their fields fills Owner 1 and the amount',
  async (where) => {
    const names: string[] = []
    const draw = ({ text }: Sheet, fill: Fill) => {
      let y = 60
      const place = (label: string, value: string) => {
        const [dx, dy] = where === 'left' ? [100, 4] : where === 'above' ? [0, 18] : [0, -10]
        text(label, 40, y, { size: 8 })
        fill(value, 40 + dx, y + dy, 200)
        y += where === 'left' ? 22 : 32
      }
      const heading = (words: string) => {
        text(words, 40, y - 6, { bold: true, size: 11 })
        y += where === 'below' ? 34 : 18
      }
      heading('Business Information')
      for (const [label, path, value] of APPLICATION) {
        if (path === null) heading(label)
        else place(label, value)
      }
      heading('Second Owner')
      for (const label of SECOND_OWNER) place(label, '')
    }
    const expected = Object.fromEntries(
      APPLICATION.flatMap(([, path, value]) => (path === null ? [] : [[path, value]])),
    )
    for (const [, path, , name] of APPLICATION) if (path !== null) names.push(name)
    expect(await readBoth(draw, (number) => `Text${number}`)).toEqual(both(expected))
    expect(await readBoth(draw, (number) => names[number - 1] ?? `Field_${number}`)).toEqual(both(expected))
  },
)

test('the name and address of the insured are read, and those of the agency, the insurer, and the certificate holder are not', async () => {
  const bytes = await drawForm((sheet) => {
    const block = (label: string, lines: string[], x: number, y: number) => {
      sheet.box(x, y, 260, 60)
      sheet.text(label, x + 4, y + 8, { size: 6 })
      for (const [at, line] of lines.entries())
        sheet.text(line, x + 50, y + 20 + at * 12, { mono: true, size: 8 })
    }
    sheet.text('DATE (MM/DD/YYYY)', 500, 30, { size: 6 })
    sheet.text('11/03/2026', 500, 40, { mono: true, size: 8 })
    block('PRODUCER', ['Cascade Insurance Agency', '900 SW Fifth Ave', 'Portland, OR 97204'], 20, 60)
    block('INSURED', ['Harbor Light Seafood LLC', '1420 Wharf Street', 'Newport, OR 97365'], 20, 120)
    sheet.text('INSURER A :', 300, 130, { size: 6 })
    sheet.text('Granite Mutual Insurance Company', 340, 130, { mono: true, size: 8 })
    block(
      'CERTIFICATE HOLDER',
      ['Pacific Funding Group', '55 Market Street', 'San Francisco, CA 94105'],
      20,
      600,
    )
  })
  expect(await valuesIn(bytes)).toEqual({
    'company.legal_name': 'Harbor Light Seafood LLC',
    'company.address.street_1': '1420 Wharf Street',
    'company.address.city': 'Newport',
    'company.address.state': 'OR',
    'company.address.zip': '97365',
  })
})

test('the tooltip of a field names it, also as a sentence', async () => {
  const bytes = await drawForm(({ document, page }) => {
    const add = (tooltip: string, value: string, y: number) => {
      const field = document.getForm().createTextField(`f${y}`)
      field.setText(value)
      field.addToPage(page, { x: 200, y: 792 - y, width: 250, height: 16 })
      field.acroField.getWidgets()[0]?.dict.set(PDFName.of('TU'), PDFString.of(tooltip))
    }
    add('Enter the primary business phone number, including area code. ', '541-555-0142', 100)
    add("Enter text: The named insured's mailing address line one. ", '1420 Wharf Street', 130)
    add("Enter text: The producer's contact person's e-mail address. ", 'karen@cascade.example', 160)
  })
  expect(await valuesIn(bytes)).toEqual({
    'company.phone': '541-555-0142',
    'company.address.street_1': '1420 Wharf Street',
  })
})

test('a mark in ZapfDingbats checks its box, as in flattened forms', async () => {
  const bytes = await drawForm(async ({ document, page, text, box }) => {
    const marks = await document.embedFont(StandardFonts.ZapfDingbats)
    for (const [at, entity] of ['Individual/sole proprietor', 'C corporation', 'S corporation'].entries()) {
      box(40 + at * 140, 84, 8, 8)
      text(entity, 54 + at * 140, 91, { size: 7 })
    }
    page.drawText('✔', { x: 321, y: 701, size: 7, font: marks })
  })
  expect(await valuesIn(bytes)).toEqual({ 'company.entity_type': 's_corporation' })
})
