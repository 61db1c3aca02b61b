import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import { amountCell, csv, csvLines } from './csv.ts'

const EVIL = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
/** The apostrophe that the app adds before text that looks like a formula. */
const GUARD = /^'(?='*[=+\-@\t\r\n＝＋－＠])/

test.each(EVIL)('no CSV cell starts with %j, whether quoted or not', (sign) => {
  const cells = parse(csvLines([[`${sign}A1`, `${sign}1,"x"`, `'${sign}1`]]))[0]
  expect(cells).toEqual([`'${sign}A1`, `'${sign}1,"x"`, `''${sign}1`])
})

test('a negative amount is written as a number', () => {
  const amounts = [-150, -3_500_050, -5].map(amountCell)
  expect(csvLines([amounts])).toBe('-1.50,-35000.50,-0.05\r\n')
})

test.each(['-1+1', '-1.5.2', '-', '-.5', '-1e5', '--1', '- 1', '-1 ', '-1%', '+1', '-A1', '-1\n=A1'])(
  'puts an apostrophe before a text that starts like a negative number but is not one: %j',
  (text) => {
    expect(parse(csvLines([[text, 'x']]))[0]?.[0]).toBe(`'${text}`)
  },
)

test('any text is unchanged after it was written to a CSV file and read back', () => {
  const sign = fc.constantFrom(...EVIL, "'", '"', ',', 'x', ' ')
  const cell = fc.oneof(fc.string(), fc.string({ unit: sign }))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (line) => {
      const [read] = parse(Buffer.from(csv([line])), { bom: true })
      expect(read?.map((text) => text.replace(GUARD, ''))).toEqual(line)
    }),
  )
})

test('formats amounts as dollars and cents, including negative amounts', () => {
  const amounts = [null, 0, 5, 3_500_000, 3_500_050, -5, -150].map(amountCell)
  expect(amounts).toEqual(['', '0.00', '0.05', '35000.00', '35000.50', '-0.05', '-1.50'])
})
