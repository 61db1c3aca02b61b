import { degrees, PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bakeryMonths, drawBankStatement } from './bank-statement.ts'

/** Papers of an invented merchant, which the demo offers for trying the app. */
export interface SamplePapers {
  /** The papers for an application: the form first, then the statements from oldest to newest, then the voided check. */
  papers: string[]
  /** The paper that the checklist then lacks. */
  license: string
  /** The newest full month, with a higher closing balance than its entries give. The app must not verify it. */
  altered: string
}

const MONTHS = 3
/** After this day of a month, the standard form also asks for the current month so far. */
const MONTH_TO_DATE_AFTER_DAY = 15

/** Draws the papers into a folder. The statements are those that the form asks for on the day `today`. */
export async function writeSamplePapers(folder: string, today = new Date()): Promise<SamplePapers> {
  const more = join(folder, 'More')
  await mkdir(more, { recursive: true })
  const write = async (name: string, bytes: Uint8Array, into = folder) => {
    const path = join(into, name)
    await writeFile(path, bytes)
    return path
  }
  const months = bakeryMonths(MONTHS, today, today.getDate() > MONTH_TO_DATE_AFTER_DAY)
  const nameOf = (from: string) =>
    `Statement ${new Date(from).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })}`
  const statements = await Promise.all(
    months.map(async (month) => write(`${nameOf(month.from)}.pdf`, await drawBankStatement(month))),
  )
  const last = months[MONTHS - 1]
  if (last === undefined) throw new Error('There is a full month.')
  return {
    papers: [
      await write('Juniper Bakery – signed application.pdf', await drawApplication(today)),
      ...statements,
      await write('Voided check.pdf', await drawCheck()),
    ],
    license: await write("Driver's license.pdf", await drawLicense(), more),
    altered: await write(
      `Altered ${nameOf(last.from)}.pdf`,
      await drawBankStatement(last, { closingOff: 900_000 }),
      more,
    ),
  }
}

const INK = rgb(0.1, 0.1, 0.12)
const GRAY = rgb(0.45, 0.47, 0.5)
const BLUE = rgb(0.1, 0.2, 0.55)

type Place = [label: string, value: string]

const APPLICATION: readonly [heading: string, places: readonly Place[]][] = [
  [
    'Business Information',
    [
      ['Legal business name', 'Juniper Bakery LLC'],
      ['DBA', 'Juniper Bakery'],
      ['Federal Tax ID (EIN)', '12-3456789'],
      ['Entity type', 'LLC'],
      ['State of incorporation', 'OR'],
      ['Business start date', '04/01/2016'],
      ['Business address', '18 Alder Street'],
      ['City', 'Portland'],
      ['State', 'OR'],
      ['ZIP', '97204'],
      ['Business phone', '(503) 555-0142'],
      ['Business email', 'office@juniper.example'],
    ],
  ],
  [
    'Funding Request',
    [
      ['Amount requested', '$35,000'],
      ['Use of funds', 'Working capital'],
      ['Average monthly sales', '$42,500'],
    ],
  ],
  [
    'Owner 1 Information',
    [
      ['First name', 'Ada'],
      ['Last name', 'Sample'],
      ['Title', 'Managing Member'],
      ['Ownership %', '60'],
      ['Date of birth', '02/29/1980'],
      ['Social Security Number', '773-12-3456'],
      ['Home address', '7 Cedar Court'],
      ['City', 'Portland'],
      ['State', 'OR'],
      ['ZIP', '97209'],
      ['Cell phone', '(503) 555-0187'],
      ['Email address', 'ada@juniper.example'],
    ],
  ],
]

/** Draws a filled and signed application. Its values are in fillable fields. */
async function drawApplication(today: Date): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([612, 792])
  const font = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const script = await document.embedFont(StandardFonts.TimesRomanItalic)
  const form = document.getForm()
  page.drawText('Application for business funding', { x: 48, y: 730, size: 18, font: bold, color: INK })
  let y = 700
  let number = 0
  for (const [heading, places] of APPLICATION) {
    page.drawText(heading, { x: 48, y, size: 11, font: bold, color: BLUE })
    y -= 18
    for (const [at, [label, value]] of places.entries()) {
      const x = 48 + (at % 3) * 174
      page.drawText(label, { x, y, size: 8, font, color: GRAY })
      const field = form.createTextField(`Text${++number}`)
      field.setText(value)
      field.addToPage(page, { x, y: y - 20, width: 162, height: 16, borderWidth: 0.5, borderColor: GRAY })
      field.setFontSize(9)
      if (at % 3 === 2 || at === places.length - 1) y -= 36
    }
    y -= 8
  }
  const terms = [
    'By signing, the applicant certifies that the information above is complete and correct, and authorizes the broker and the funding',
    'partner to verify it, and to obtain business and personal credit reports.',
  ]
  for (const [at, line] of terms.entries())
    page.drawText(line, { x: 48, y: y - at * 11, size: 8, font, color: INK })
  y -= 60
  page.drawText('Ada Sample', { x: 56, y: y + 5, size: 24, font: script, color: BLUE })
  page.drawText(today.toLocaleDateString('en-US'), { x: 400, y: y + 5, size: 11, font, color: INK })
  for (const [x, end, label] of [
    [48, 300, "Applicant's signature"],
    [396, 564, 'Date'],
  ] as const) {
    page.drawLine({ start: { x, y }, end: { x: end, y }, thickness: 0.6, color: INK })
    page.drawText(label, { x, y: y - 11, size: 8, font, color: GRAY })
  }
  return document.save()
}

/** Creates a document with one empty page, and a function that writes on it. */
async function newPage() {
  const document = await PDFDocument.create()
  const page = document.addPage([612, 792])
  const font = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const write = (text: string, x: number, y: number, size = 9, face = font) =>
    page.drawText(text, { x, y, size, font: face, color: INK })
  return { document, page, font, bold, write }
}

async function drawCheck(): Promise<Uint8Array> {
  const { document, page, bold, write } = await newPage()
  const code = await document.embedFont(StandardFonts.Courier)
  page.drawRectangle({
    ...{ x: 72, y: 500, width: 468, height: 210 },
    ...{ color: rgb(0.93, 0.97, 0.96), borderColor: GRAY, borderWidth: 1 },
  })
  write('Juniper Bakery LLC', 90, 682, 11, bold)
  write('18 Alder Street, Portland, OR 97204', 90, 668)
  write('1099', 500, 682, 11, bold)
  write('Date ______________', 430, 650)
  write('Pay to the order of ______________________________________________', 90, 620)
  write('________________________________________________________ Dollars', 90, 592)
  write('Alder River Bank', 90, 565, 10, bold)
  write('Memo ____________________', 90, 540)
  write('|: 000000000 |:   0000004417 ||  1099', 90, 514, 12, code)
  page.drawText('VOID', {
    x: 205,
    y: 560,
    size: 90,
    font: bold,
    color: GRAY,
    opacity: 0.5,
    rotate: degrees(12),
  })
  return document.save()
}

async function drawLicense(): Promise<Uint8Array> {
  const { document, page, font, bold, write } = await newPage()
  page.drawRectangle({
    ...{ x: 150, y: 520, width: 312, height: 196 },
    ...{ color: rgb(0.94, 0.95, 0.99), borderColor: GRAY, borderWidth: 1 },
  })
  page.drawRectangle({ x: 150, y: 682, width: 312, height: 34, color: BLUE })
  page.drawText("OREGON  DRIVER'S LICENSE", { x: 164, y: 694, size: 13, font: bold, color: rgb(1, 1, 1) })
  page.drawRectangle({ x: 164, y: 548, width: 92, height: 118, color: rgb(0.8, 0.84, 0.9) })
  page.drawCircle({ x: 210, y: 622, size: 24, color: GRAY })
  page.drawEllipse({ x: 210, y: 574, xScale: 36, yScale: 24, color: GRAY })
  for (const [at, line] of [
    'DL 0000000   CLASS C',
    'SAMPLE, ADA',
    '7 CEDAR COURT',
    'PORTLAND, OR 97209',
    'DOB 02/29/1980   SEX F   HGT 5-06',
    'ISS 03/02/2022   EXP 02/28/2030',
  ].entries())
    write(line, 272, 654 - at * 18, 10, at === 1 ? bold : font)
  write('SAMPLE. NOT A REAL LICENSE.', 164, 531, 8)
  return document.save()
}
