import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../../build/statements/source-reader.ts'
import { earlierVersions } from '../../src-main/features/statement-reader/earlier-version.ts'
import { openPdf } from '../../src-main/features/statement-reader/pdf-pages.ts'
import { startRecognizer } from '../../src-main/features/statement-reader/recognize.ts'
import { parseAmount } from '../../src-main/features/statement-reader/amounts.ts'
import type { StatementPage } from '../../src-main/features/statement-reader/statement-words.ts'
import { readStatementFile } from '../../src-main/features/statement-reader/read-file.ts'
import { generateStatement } from '../support/statements/generator.ts'
import { Dice } from '../support/statements/ledger.ts'
import { scannedPdf } from '../support/statements/scanned-pdf.ts'

const read = (bytes: Uint8Array) =>
  readStatementFile(bytes, {
    open: (some: Uint8Array) => openPdf(some, sourceFiles().fonts),
    earlierVersions,
    recognizer: () => startRecognizer(sourceFiles().recognition),
  })

/** A statement of one page with few entries, because the recognition of a page takes seconds. */
const { file, ledger } = generateStatement(5)

/** Changes one digit of the last entry's amount. */
function altered(pages: readonly StatementPage[]): StatementPage[] {
  const [last] = ledger.entries.slice(-1)
  const cents = Math.abs(last?.cents ?? 0)
  let isDone = false
  return pages.map((page) => ({
    ...page,
    words: page.words.map((word) => {
      if (isDone || Math.abs(parseAmount(word.text)?.cents ?? 0) !== cents) return word
      isDone = true
      return { ...word, text: word.text.replace(/\d/, (digit) => String((Number(digit) + 3) % 10)) }
    }),
  }))
}

describe('a scanned statement', () => {
  it('is verified if both readings of the picture add up, and says what the ledger says', async () => {
    const reading = await read(await scannedPdf(file.pages, new Dice(7)))
    expect(reading).toMatchObject({ verdict: 'verified', findings: [] })
    const [month] = reading.accounts[0]?.months ?? []
    expect(month?.transactions.map(({ date, amount_cents }) => ({ date, cents: amount_cents }))).toEqual(
      ledger.entries.map(({ date, cents }) => ({ date, cents })),
    )
  })

  it('is not verified if an amount is altered', { tags: ['all'] }, async () => {
    const reading = await read(await scannedPdf(altered(file.pages), new Dice(7)))
    expect(reading.verdict).not.toBe('verified')
  })

  it('is verified if its invisible text says what the picture shows', { tags: ['all'] }, async () => {
    const reading = await read(await scannedPdf(file.pages, new Dice(8), file.pages))
    expect(reading).toMatchObject({ verdict: 'verified', findings: [] })
  })

  it(
    'is not verified if its invisible text differs from the picture, although the text adds up',
    { tags: ['all'] },
    async () => {
      const reading = await read(await scannedPdf(altered(file.pages), new Dice(8), file.pages))
      expect(reading.findings.map(({ reason }) => reason)).toEqual(['text_differs_from_picture'])
    },
  )
})
