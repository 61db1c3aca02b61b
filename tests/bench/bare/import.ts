import { readFileSync } from 'node:fs'
import { read } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'

// The bare program of the bench `import`: parses a file with the library alone. Replies with the milliseconds. The bench starts it anew for
// each file, because the app also reads each file in a new thread.

process.on('message', (path: string) => {
  const began = performance.now()
  const bytes = readFileSync(path)
  const rows = path.endsWith('.csv')
    ? parse(bytes).length
    : Object.values(read(bytes, { dense: true }).Sheets).length
  process.send?.(rows === 0 ? NaN : performance.now() - began)
})
