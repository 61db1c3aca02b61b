import * as XLSX from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { Failure } from '../../platform/base/failure.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { MAX_LINES, MAX_UNPACKED, unreadable } from './limits.ts'

/** A row of a sheet, counted from 1, with the text of each cell. `is_hidden` is true for a row that the spreadsheet program does not show. */
export interface SheetRow {
  row: number
  cells: string[]
  is_hidden: boolean
}

export interface Sheet {
  name: string
  rows: SheetRow[]
}

/** The functions for number formats. The library declares no types for them. */
const SSF = XLSX.SSF as {
  is_date(format: string): boolean
  parse_date_code(
    serial: number,
    options: { date1904: boolean },
  ): Record<'y' | 'm' | 'd' | 'H' | 'M', number> | null
  format(format: string, value: number): string
}
const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
/** The name of the stream in which Office stores a file with a password. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

const startsWith = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start)

/** Returns true if the bytes are a workbook: `.xlsx`, the older `.xls`, or `.ods`. */
export function isWorkbook(bytes: Buffer): boolean {
  return startsWith(bytes, ZIP) || startsWith(bytes, OLE)
}

/** Reads the sheets of a workbook that have cells. Returns hidden sheets only if there are no others. */
export function readWorkbook(bytes: Buffer): Sheet[] {
  if (startsWith(bytes, OLE) && bytes.includes(ENCRYPTED)) throw locked()
  try {
    if (startsWith(bytes, ZIP) && unpackedSize(bytes) > MAX_UNPACKED)
      throw unreadable(msg.errorsFiles.importTooLarge, msg.errorsFiles.splitSeveral)
    return sheetsOf(XLSX.read(bytes, OPTIONS))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw error instanceof Error && /password/i.test(error.message)
      ? locked()
      : unreadable(msg.errorsFiles.noWorkbook, msg.errorsFiles.saveAsXlsx)
  }
}

/** Reads the tables of a web page. Some programs write one and name it `.xls`. */
export function readPage(text: string): Sheet[] {
  try {
    return sheetsOf(XLSX.read(text, { ...OPTIONS, type: 'string', raw: true }))
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(msg.errorsFiles.noTable, msg.errorsFiles.saveAsXlsx)
  }
}

const OPTIONS = {
  dense: true,
  cellStyles: true,
  cellNF: true,
  cellHTML: false,
  sheetRows: MAX_LINES + 1,
} as const satisfies XLSX.ParsingOptions

function locked(): Failure {
  return unreadable(msg.errorsFiles.workbookLocked, msg.errorsFiles.removePassword)
}

function unpackedSize(bytes: Buffer): number {
  let size = 0
  unzipSync(bytes, {
    filter({ originalSize }) {
      size += originalSize
      return false
    },
  })
  return size
}

function sheetsOf(book: XLSX.WorkBook): Sheet[] {
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  const all = book.SheetNames.map((name, at) => ({
    name,
    rows: rowsOf(book.Sheets[name] ?? {}, is1904),
    isHidden: (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0,
  })).filter(({ rows }) => rows.length > 0)
  const visible = all.filter(({ isHidden }) => !isHidden)
  const sheets = visible.length > 0 ? visible : all
  if (sheets.length === 0) throw unreadable(msg.errorsFiles.noDraftInFile, msg.errorsFiles.csvNeeds)
  return sheets
}

function rowsOf(sheet: XLSX.WorkSheet, is1904: boolean): SheetRow[] {
  const lines = (sheet['!data'] ?? []) as (XLSX.CellObject | undefined)[][]
  const rows: SheetRow[] = []
  for (const [at, line] of lines.entries())
    rows.push({
      row: at + 1,
      cells: Array.from(line ?? [], (cell) => (cell === undefined ? '' : textOf(cell, is1904))),
      is_hidden: sheet['!rows']?.[at]?.hidden === true,
    })
  // A cell that is merged over several rows is about each of them, such as a business with a row per owner.
  for (const { s, e } of sheet['!merges'] ?? []) {
    const text = rows[s.r]?.cells[s.c] ?? ''
    if (text === '' || s.c !== e.c) continue
    for (const { cells } of rows.slice(s.r + 1, e.r + 1)) {
      while (cells.length < s.c) cells.push('')
      cells[s.c] ||= text
    }
  }
  return rows.some(({ cells }) => cells.some((cell) => cell !== '')) ? rows : []
}

/**
 * Returns the value of a cell as text. Rounding and thousands separators of its format do not count. Dates, percentages, and the zeros and
 * hyphens of a ZIP code or SSN count, because the number alone does not show them.
 */
function textOf(cell: XLSX.CellObject, is1904: boolean): string {
  const { t, v, f, w } = cell
  if (v === undefined || v === null) return f === undefined ? '' : `=${f}`
  if (t === 'e') return w ?? '#N/A'
  if (typeof v !== 'number') return t === 'b' ? (v === true ? 'TRUE' : 'FALSE') : String(v)
  const format = typeof cell.z === 'string' ? cell.z : 'General'
  if (SSF.is_date(format)) return dayOf(v, is1904) ?? w ?? String(v)
  const number = String(Number(v.toPrecision(15)))
  if (/%/.test(format)) return `${Number((v * 100).toPrecision(13))}%`
  return isMask(format) && Number.isSafeInteger(v) ? SSF.format(format, v) : number
}

/** Returns a date as `2026-03-25`, with its time if it has one. Returns null for a time without a date. */
function dayOf(serial: number, is1904: boolean): string | null {
  const read = SSF.parse_date_code(serial, { date1904: is1904 })
  if (read === null || (serial < 1 && !is1904)) return null
  const [day, time] = [
    [String(read.y).padStart(4, '0'), padded(read.m), padded(read.d)],
    [padded(read.H), padded(read.M)],
  ]
  return read.H + read.M === 0 ? day.join('-') : `${day.join('-')} ${time.join(':')}`
}

const padded = (part: number) => String(part).padStart(2, '0')

/** Returns true for a format that shows all digits of a number, such as 00000, 000-00-0000, or (000) 000-0000. */
function isMask(format: string): boolean {
  const plain = format.replaceAll(/\[[^\]]{0,40}\]|\\|"/g, '')
  return !/[.,%$€£?@*_]|general|e[+-]/i.test(plain) && /00|[0#][-() ]{1,3}[0#]/.test(plain)
}
