import { serveWork } from '../processes/serve-work.ts'
import { parentPort } from 'node:worker_threads'
import writeWorkbook, { type CellObject } from 'write-excel-file/node'
import type { WorkbookCell, WorkbookSheet } from './make-workbook.ts'

/** Makes an XLSX file in a worker thread, and posts its bytes. */

const MONEY = '[$$-409]#,##0.00;-[$$-409]#,##0.00'
/** A cell of a spreadsheet program can have this many characters. */
const LONGEST_TEXT = 32_767

function cellOf(cell: WorkbookCell): CellObject | null {
  if (cell === null) return null
  if ('text' in cell) return textCell(cell)
  if ('day' in cell)
    return { value: new Date(`${cell.day}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd', align: 'left' }
  if ('cents' in cell)
    return {
      value: cell.cents / 100,
      type: Number,
      format: MONEY,
      ...(cell.bold === true && { fontWeight: 'bold' }),
    }
  if ('percent' in cell) return { value: cell.percent / 10_000, type: Number, format: '0.0%' }
  return { value: cell.count, type: Number, format: '#,##0' }
}

/** The type `String` makes a spreadsheet program show the text as it is. Characters that XML does not allow become spaces. */
function textCell({ text, bold, wrap }: Extract<WorkbookCell, { text: string }>): CellObject | null {
  const value = text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ').slice(0, LONGEST_TEXT)
  if (value === '') return null
  return { value, type: String, ...(bold === true && { fontWeight: 'bold' }), ...(wrap === true && { wrap }) }
}

async function work(sheets: readonly WorkbookSheet[]): Promise<void> {
  const content = sheets.map(({ name, widths, head, rows }) => ({
    sheet: name,
    columns: widths.map((width) => ({ width })),
    ...(head > 0 && { stickyRowsCount: head }),
    data: rows.map((row) => row.map(cellOf)),
  }))
  const bytes = await writeWorkbook(content).toBuffer()
  parentPort?.postMessage(new Uint8Array(bytes))
}
serveWork(work)
