import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Cleanup } from '../cleanup.ts'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * Unpacks the relay program of the previous version (`tests/integration/relay-fixtures/README.md`). Returns its path, which is inside the
 * product's folder, so that it finds its packages.
 */
export function unpackPreviousRelay(cleanup: Cleanup): string {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'previous-relay-'))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'relay.mjs')
  const packed = readFileSync(join(ROOT, 'tests/integration/relay-fixtures/previous-relay.mjs.gz'))
  writeFileSync(file, gunzipSync(packed))
  return file
}
