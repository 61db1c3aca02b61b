import { describe, expect, it } from 'vitest'
import { earlierVersions } from '../../src-main/features/statement-reader/earlier-version.ts'
import { from, handHead, handPage, type HandRow, summaryLine } from '../support/statements/hand-drawn.ts'
import { readHere } from '../support/statements/read-here.ts'
import { pdfOf, wordOperations } from '../support/statements/statement-pdf.ts'

/** Files that were changed after they were created: a later part of the file replaces the content of its page. */

const HEIGHT = 792
const operationsOf = (deposit: string, closing: string) =>
  wordOperations(
    handPage([
      ...handHead('1,000.00', closing, [
        summaryLine('Total deposits', deposit),
        summaryLine('Total withdrawals', '400.00'),
      ]),
      [from(40, 'Date'), from(100, 'Description'), [440, 'Amount']],
      [from(40, '03/02'), from(100, 'Card batch'), [440, deposit]] as HandRow,
      [from(40, '03/05'), from(100, 'Payroll run'), [440, '-400.00']] as HandRow,
    ]).words,
    HEIGHT,
  )

/** The content of the first page is the fifth object of a file that `pdfOf` makes. */
const CONTENT = 5
const created = (comment = '') =>
  pdfOf([{ width: 612, height: HEIGHT, operations: `${comment}${operationsOf('900.00', '1,500.00')}` }])

/** Appends another content of the page, as a program does that keeps the original bytes. */
function updated(file: Buffer, operations: string): Buffer {
  const before = /startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1'))?.[1] ?? '0'
  const object = `${CONTENT} 0 obj\n<</Length ${operations.length}>>stream\n${operations}\nendstream\nendobj\n`
  const table = `xref\n${CONTENT} 1\n${String(file.length).padStart(10, '0')} 00000 n \n`
  const end = `trailer<</Size 7/Root 1 0 R/Prev ${before}>>\nstartxref\n${file.length + object.length}\n%%EOF\n`
  return Buffer.concat([file, Buffer.from(object + table + end, 'latin1')])
}

const read = async (file: Buffer) => {
  const { verdict, findings } = await readHere(file)
  return [verdict, ...findings.map(({ reason }) => reason)]
}

describe('a file with an earlier version', () => {
  const other = operationsOf('8,900.00', '9,500.00')

  it('is not verified if it showed other figures', async () => {
    expect(await read(created())).toEqual(['verified'])
    expect(await read(updated(created(), other))).toEqual(['unverified', 'changed_after_creation'])
  })

  it('is verified if it showed the same figures', async () => {
    expect(await read(updated(created(), `% printed\n${operationsOf('900.00', '1,500.00')}`))).toEqual([
      'verified',
    ])
  })

  it.each([
    ['the mark of the end', '% %%EOF\n'],
    ['many marks of the end', '% %%EOF\n'.repeat(100)],
    ['a whole end', '% startxref 9 %%EOF\n'],
    ['an end without a table', '% startxref 12 %%EOF\n'],
  ])('is not verified if its content hides the earlier version behind %s', async (_, comment) => {
    expect(await read(updated(created(comment), other))).toEqual(['unverified', 'changed_after_creation'])
  })

  it('is not verified if the earlier version says that it was made for the web', async () => {
    expect(await read(updated(created('% /Linearized\n'), other))).toContain('changed_after_creation')
  })

  it.each([
    ['another word', '%%EOG\n'],
    ['nothing', ''],
  ])('is not verified if the mark of its end was replaced with %s', async (_, end) => {
    const file = updated(created(), other).toString('latin1').replace('%%EOF\n', end.padEnd(6, ' '))
    expect(await read(Buffer.from(file, 'latin1'))).toContain('changed_after_creation')
  })

  it('is not verified if the earlier version cannot be opened', async () => {
    const broken = created()
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n99')
    expect(await read(updated(Buffer.from(broken, 'latin1'), other))).toContain('changed_after_creation')
  })
})

describe('a file without an earlier version', () => {
  it.each([
    ['nothing', ''],
    ['the mark of the end', '% %%EOF\n'],
    ['the end of the first part of a file for the web', '% startxref 0 %%EOF\n'],
  ])('has none if its content contains %s', async (_, comment) => {
    expect(earlierVersions(created(comment))).toEqual({ versions: [], isUnclear: false })
    expect(await read(created(comment))).toEqual(['verified'])
  })
})
