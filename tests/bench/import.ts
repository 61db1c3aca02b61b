import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { DraftImport } from '../../src-main/features/import/import-drafts.ts'
import { createImportReader } from '../../src-main/features/import/import-reader.ts'
import { MAX_DRAFTS } from '../../src-main/features/import/limits.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import { composeApp } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import type { Measured } from '../support/measured.ts'
import { median } from '../support/median.ts'
import { interleave, rounded, stallsDuring, startBare, timed } from './harness.ts'

/*
 * Method: the app's core previews a list of merchants (as many as the app accepts, 1,000) with twelve columns, as CSV and as XLSX, with the built worker and a real vault.
 * The time is from the call to the complete preview. It includes the start of the worker thread, the validation of each value, and the
 * search for the merchants in the vault. In turns with the app, a new process parses the same file with the library alone
 * (bare/import.ts). The ratios are those of the medians. `stall_ms` is the median of the rounds' longest delays of this process's event
 * loop, which stands for the main process.
 */

const ROWS = MAX_DRAFTS
const ROUNDS = 7

export async function measure(): Promise<Measured> {
  const cleanup = new Cleanup()
  try {
    const app = await composeApp(cleanup)
    const registry = new FileRegistry()
    const reader = createImportReader(join(projectFolder, 'out', 'main', 'import-worker.cjs'))
    const drafts = new DraftImport(registry, reader)
    const folder = cleanup.folder()
    const table = [HEADINGS, ...Array.from({ length: ROWS }, (_, number) => rowOf(number))]
    const [csv, xlsx] = [join(folder, 'merchants.csv'), join(folder, 'merchants.xlsx')]
    await writeFile(csv, table.map((row) => `${row.join(',')}\n`).join(''))
    const sheet = utils.aoa_to_sheet(table)
    await writeFile(
      xlsx,
      write({ SheetNames: ['Merchants'], Sheets: { Merchants: sheet } }, { type: 'buffer' }),
    )

    async function preview(path: string): Promise<{ ms: number; stall_ms: number }> {
      let ms = NaN
      const { longest } = await stallsDuring(async () => {
        const file_id = registry.register([path])[0]?.file_id ?? ''
        ms = await timed(async () => {
          const { rows } = await drafts.preview(app.context, { import_id: randomUUID(), file_id })
          if (rows.length !== ROWS) throw new Error(`The preview has ${rows.length} rows.`)
        })
      })
      return { ms, stall_ms: longest }
    }
    async function parse(path: string): Promise<number> {
      const own = new Cleanup()
      const ms = await startBare<number>(own, 'import').ask(path)
      await own.run()
      return ms
    }
    const seen = await interleave(
      { rounds: ROUNDS, warmUp: 1 },
      {
        csv: () => preview(csv),
        bare_csv: () => parse(csv),
        xlsx: () => preview(xlsx),
        bare_xlsx: () => parse(xlsx),
      },
    )
    const ms = (rounds: { ms: number }[]) => median(rounds.map((one) => one.ms))
    return {
      metrics: {
        csv_ratio_to_parser: rounded(ms(seen.csv) / median(seen.bare_csv)),
        xlsx_ratio_to_parser: rounded(ms(seen.xlsx) / median(seen.bare_xlsx)),
        stall_ms: rounded(median([...seen.csv, ...seen.xlsx].map(({ stall_ms }) => stall_ms)), 1),
      },
      goals: {
        csv_ratio_to_parser: { at_most: 5 },
        xlsx_ratio_to_parser: { at_most: 5 },
        stall_ms: { at_most: 50 },
      },
      rounds: ROUNDS,
      context: {
        csv_ms: rounded(ms(seen.csv), 0),
        parser_csv_ms: rounded(median(seen.bare_csv), 0),
        xlsx_ms: rounded(ms(seen.xlsx), 0),
        parser_xlsx_ms: rounded(median(seen.bare_xlsx), 0),
      },
    }
  } finally {
    await cleanup.run()
  }
}

const HEADINGS = [
  ...['Business name', 'DBA', 'EIN', 'Amount requested', 'Monthly revenue', 'Owner', 'Email', 'Phone'],
  ...['Street', 'City', 'State', 'Zip'],
]

function rowOf(number: number): string[] {
  const digits = (count: number) =>
    String(number * 7919 + 13)
      .padStart(count, '0')
      .slice(-count)
  return [
    ...[`Juniper Bakery ${number} LLC`, `Juniper ${number}`, `9${digits(1)}-${digits(7)}`],
    ...[`${20_000 + number}`, `${8_000 + number}`, `Maria Rivera${number % 7}`, `owner${number}@example.com`],
    ...[`(503) 555-${digits(4)}`, `${number} Oak Street`, 'Portland', 'OR', '97201'],
  ]
}
