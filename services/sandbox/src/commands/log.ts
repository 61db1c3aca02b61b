import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { printable } from '../../../../src-shared/printable.ts'
import { toTimestamp } from '../clock.ts'
import { readRequestLog } from '../store/request-log.ts'
import { databaseFile } from '../store/store.ts'

/** Prints the request log of a data folder. The sandbox may be running. */
export function printLog(data: string, json: boolean): void {
  const file = databaseFile(data)
  if (!existsSync(file)) throw new Error(`There is no sandbox data in ${data}.`)
  const db = new DatabaseSync(file, { readOnly: true })
  const lines = readRequestLog(db).map((request) => {
    const { at, method, path, status, application_id } = request
    return json
      ? JSON.stringify({ time: toTimestamp(at), method, path, status, application_id })
      : [toTimestamp(at), method, path, status ?? 'aborted', application_id ?? ''].join(' ').trimEnd()
  })
  db.close()
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''))
}
