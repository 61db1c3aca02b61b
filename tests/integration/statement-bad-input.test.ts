// @module-tag all

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readInProcess } from '../../build/statements/source-reader.ts'
import type { StatementPage, Word } from '../../src-main/features/statement-reader/statement-words.ts'
import { compressionBomb } from '../support/documents/compression-bomb.ts'
import { pdf, stream } from '../support/raw-pdf.ts'
import { generateStatement } from '../support/statements/generator.ts'
import { readHere, summaryOf } from '../support/statements/read-here.ts'
import { pdfOf, textPdf, wordOperations } from '../support/statements/statement-pdf.ts'

/** Files that someone made to be wrong, slow, or large. Those of the second kind are read in a process, as in the app. */

const MOST_MS = 60_000
const answer = async (bytes: Uint8Array) => summaryOf(await readHere(bytes))
const answerOfProcess = async (bytes: Uint8Array) =>
  summaryOf((await readInProcess(new Uint8Array(bytes), MOST_MS)).reading)

const { file } = generateStatement(5)
const change = (map: (word: Word) => Word | Word[]): StatementPage[] =>
  file.pages.map((page) => ({ ...page, words: page.words.flatMap(map) }))
const drawn = (operations: (page: StatementPage) => string) =>
  pdfOf(file.pages.map((page) => ({ ...page, operations: operations(page) })))
const text = ({ words, height }: StatementPage, mode = 0) => wordOperations(words, height, mode)

describe('a file that someone made to be wrong', () => {
  it('is read as usual if it is not', async () => {
    expect(await answer(textPdf(file.pages))).toBe('verified: ')
  })

  it.each([
    ['no PDF', Buffer.from('Statement of account, 12.00'), 'unreadable: file_damaged'],
    ['no page', pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']), /^unreadable/],
    ['no text', pdfOf([{ width: 612, height: 792, operations: '' }]), 'unreadable: no_text'],
    [
      '501 pages',
      pdfOf(Array.from({ length: 501 }, () => ({ width: 9, height: 9, operations: '' }))),
      'unreadable: too_many_pages',
    ],
    ['an encryption that it does not describe', encrypted(), /^unreadable: (?:needs_password|file_damaged)$/],
    ['only invisible text', drawn((page) => text(page, 3)), /^unreadable/],
    [
      'text that is outside its pages',
      pdfOf(file.pages.map((page) => ({ width: 20, height: 20, operations: text(page) }))),
      /^unreadable/,
    ],
    // The text adds up, so the reader says why it does not count.
    ['only white text', drawn((page) => `1 g\n${text(page)}`), 'unverified: digits_covered'],
    [
      'a box over its text',
      drawn((page) => `${text(page)}\n1 g 0 0 612 792 re f`),
      'unverified: digits_covered',
    ],
  ])('is refused with its reason: %s', async (_, bytes, reason) => {
    expect(await answer(bytes)).toMatch(reason)
  })

  it.each([
    ['positions without limit', drawn((page) => text(page).replaceAll(/0 0 1 [\d.]+/g, '0 0 1 1e999'))],
    ['sizes without limit', drawn((page) => text(page).replaceAll('/F1 ', '/F1 9'.padEnd(60, '9')))],
    [
      'other digits drawn over its own',
      drawn((page) => `${text(page)}\n${text({ ...page, words: page.words.map(plusOne) })}`),
    ],
    [
      'marks that turn its digits around',
      textPdf(change((word) => ({ ...word, text: `\u00ad${word.text}\u00ad` }))),
    ],
    ['a note with other digits over its own', noteOverAmount()],
    ['digits in a layer that is switched off', hiddenLayer()],
    ['digits outside the area that is drawn', drawn((page) => `q 0 0 612 600 re W n\n${text(page)}\nQ`)],
    [
      'digits of one point',
      drawn((page) => `${text(page)}\n${text({ ...page, words: page.words.map(tiny) })}`),
    ],
    ['the sentences of a card statement', textPdf([cardPage(), ...file.pages])],
  ])('is not verified: %s', async (_, bytes) => {
    expect(await answer(bytes)).not.toMatch(/^verified/)
  })
})

describe('a file that someone made to be slow or large', () => {
  it('is refused if a stream grows to a gigabyte', async () => {
    expect(await answerOfProcess(compressionBomb(1200))).toMatch(/^unreadable/)
  })

  it('is refused if the text of a page grows without limit', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'BT (1.00) Tj ET ')
    const content = deflateSync(Buffer.concat(Array<Buffer>(24).fill(megabyte)))
    const bytes = pdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
      stream(content, '/Filter/FlateDecode'),
      '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    ])
    expect(await answerOfProcess(bytes)).toMatch(/^unreadable/)
  })

  it('is refused if a page has a million characters', async () => {
    const operations = Array.from(
      { length: 1000 },
      (_, at) => `BT /F1 8 Tf 1 0 0 1 1 ${at % 790} Tm (${'1.00'.repeat(250)}) Tj ET`,
    )
    const bytes = pdfOf([{ width: 612, height: 792, operations: operations.join('\n') }])
    expect(await answerOfProcess(bytes)).toBe('unreadable: page_damaged')
  })

  it('is refused if a picture has more pixels than any page', async () => {
    const bytes = pdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</P 5 0 R>>>>>>',
      stream(Buffer.from('q 612 0 0 792 0 0 cm /P Do Q')),
      stream(
        deflateSync(Buffer.alloc(100 * 1024 * 1024)),
        '/Type/XObject/Subtype/Image/Width 40000/Height 40000/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode',
      ),
    ])
    expect(await answerOfProcess(bytes)).toMatch(/^unreadable/)
  })

  it.each([
    ['its pages contain themselves', pageTree('2 0 R')],
    ['it says that a picture has other sizes than it has', onePicture(hugeJpeg())],
  ])('is refused if %s', async (_, bytes) => {
    expect(await answerOfProcess(bytes)).toMatch(/^unreadable/)
  })

  it('has a result on the command line after too much time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'funding-desk-statements-'))
    try {
      for (const name of ['one.pdf', 'two.pdf']) await writeFile(join(folder, name), textPdf(file.pages))
      const cli = fileURLToPath(new URL('../../build/statements/cli.ts', import.meta.url))
      const args = ['--no-warnings', cli, folder, '--json', '--seconds', '0.001']
      const { stdout } = await promisify(execFile)(process.execPath, args)
      const results = Object.entries(
        JSON.parse(stdout) as Record<string, { verdict: string; reasons: string[] }>,
      )
      expect(results.map(([name, { verdict, reasons }]) => [name, verdict, ...reasons])).toEqual(
        ['one.pdf', 'two.pdf'].map((name) => [name, 'unreadable', 'unreadable: reading took too long.']),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

function pageTree(kid: string): Buffer {
  return pdf(['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Kids[${kid}]/Count 1>>`])
}

/** A JPEG of 65,500 × 65,500 pixels in a few bytes. */
function hugeJpeg(): Buffer {
  const side = [65_500 >> 8, 65_500 & 255]
  const [noCodes, ones] = [Array<number>(15).fill(0), Array<number>(64).fill(1)]
  return Buffer.from(
    [
      [0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...ones],
      [0xff, 0xc0, 0, 11, 8, ...side, ...side, 1, 1, 0x11, 0],
      [0xff, 0xc4, 0, 20, 0, 1, ...noCodes, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0, 0xff, 0xd9],
    ].flat(),
  )
}

function onePicture(jpeg: Buffer): Buffer {
  return pdfOf([{ width: 612, height: 792, operations: '', picture: { jpeg, width: 100, height: 100 } }])
}

function encrypted(): Buffer {
  const bytes = textPdf(file.pages).toString('latin1')
  return Buffer.from(
    bytes.replace('/Root 1 0 R', '/Root 1 0 R/Encrypt<</Filter/Standard/V 4/R 4>>'),
    'latin1',
  )
}

/** A PDF of one page with further entries of its dictionary, its resources, and its catalog, and with further objects from number 6. */
const onePage = (
  content: string,
  { page = '', resources = '', catalog = '' },
  ...more: (string | Buffer)[]
): Buffer =>
  pdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${page}/Resources<</Font<</F1 5 0 R>>${resources}>>>>`,
    stream(Buffer.from(content, 'latin1')),
    '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>',
    ...more,
  ])

const [first] = file.pages

/** A statement whose last lines are in a layer that viewers do not show. */
function hiddenLayer(): Buffer {
  if (first === undefined) throw new Error('The statement has a page.')
  const last = Math.max(...first.words.map(({ y }) => y)) - 30
  const [seen, hidden] = [true, false].map((isSeen) =>
    text({ ...first, words: first.words.filter(({ y }) => y < last === isSeen) }),
  )
  return onePage(
    `${seen}\n/OC /L BDC\n${hidden}\nEMC`,
    { resources: '/Properties<</L 6 0 R>>', catalog: '/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>' },
    '<</Type/OCG/Name(L)>>',
  )
}

/** A statement with a note that paints another amount over one of its own. */
function noteOverAmount(): Buffer {
  const amount = first?.words.find(({ text: one }) => /^[\d,]+\.\d\d$/.test(one))
  if (first === undefined || amount === undefined) throw new Error('The statement has an amount.')
  const [x, y] = [amount.x0 - 4, first.height - amount.y - 4]
  const box = `${x.toFixed(1)} ${y.toFixed(1)} ${(x + 60).toFixed(1)} ${(y + 16).toFixed(1)}`
  return onePage(
    text(first),
    { page: '/Annots[6 0 R]' },
    `<</Type/Annot/Subtype/FreeText/Rect[${box}]/F 4/Contents(9,999.99)/DA(/F1 8 Tf)/AP<</N 7 0 R>>>>`,
    stream(
      Buffer.from('1 g 0 0 60 16 re f 0 g BT /F1 8 Tf 4 4 Td (9,999.99) Tj ET'),
      '/Type/XObject/Subtype/Form/BBox[0 0 60 16]/Resources<</Font<</F1 5 0 R>>>>',
    ),
  )
}

const tiny = (word: Word): Word => ({ ...word, size: 1, x1: word.x0 + 1 })

function plusOne(word: Word): Word {
  return { ...word, text: word.text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)) }
}

function cardPage(): StatementPage {
  const lines = ['Minimum payment due 25.00', 'Payment due date 07/25/2026', 'Credit limit 5,000.00']
  const words = lines.flatMap((line, row) =>
    line.split(' ').map((one, at) => ({
      text: one,
      x0: 40 + at * 60,
      x1: 90 + at * 60,
      y: 50 + row * 12,
      size: 8,
      font: '',
    })),
  )
  return { width: 612, height: 792, words, covered: [], isPicture: false }
}
