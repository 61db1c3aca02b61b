import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCompiledCode } from './compiled-code.ts'

// To check whether cached code belongs to a program, V8 compares only the program's length. `READ` and `KEPT` have equal length, so V8
// accepts the cached code of either program for the other. The value of `said` shows which of the two programs ran.
const READ = "module.exports = { said: 'read', file: __filename, besides: () => require('./besides.cjs') }"
const KEPT = READ.replace("'read'", "'kept'")

let folder: string
const require = createRequire(import.meta.url)
const readers = (Module as unknown as { _extensions: Record<string, unknown> })._extensions

function place(name: string, code: Buffer | null): string {
  const file = join(folder, name)
  writeFileSync(file, READ)
  if (code !== null) writeFileSync(`${file}.v8`, code)
  return file
}
function compiled(program: string): Buffer {
  const parts = ['exports', 'require', 'module', '__filename', '__dirname']
  return compileFunction(program, parts, { produceCachedData: true }).cachedData ?? Buffer.alloc(0)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-compiled-'))
  writeFileSync(join(folder, 'besides.cjs'), "exports.said = 'besides'")
  readCompiledCode(folder)
})
afterAll(() => {
  delete readers['.cjs']
  rmSync(folder, { recursive: true })
})

test('runs a module from the compiled code stored next to it, and provides all module variables', () => {
  const file = place('with.cjs', compiled(KEPT))
  const { said, file: own, besides } = require(file)
  expect([said, own, besides()]).toEqual(['kept', file, { said: 'besides' }])
  expect(require(file).besides).toBe(besides)
})

test.each([
  ['there is no compiled code', () => null],
  ['it belongs to another program', () => compiled(`${KEPT} // longer`)],
  [
    'another V8 version created it',
    () => {
      const made = compiled(KEPT)
      // Changes V8's version number in the cache's header (the second 32-bit word), so that V8 rejects the cache.
      made.writeUInt32LE(made.readUInt32LE(4) + 1, 4)
      return made
    },
  ],
  ['it is truncated', () => compiled(KEPT).subarray(0, 40)],
  ['it is empty', () => Buffer.alloc(0)],
])('compiles a module from source if its compiled code is not usable: %s', (name, code) => {
  expect(require(place(`${name}.cjs`, code())).said).toBe('read')
})

test('loads a module outside the given folder from source, even if compiled code is next to it', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'funding-desk-elsewhere-'))
  try {
    const file = join(elsewhere, 'other.cjs')
    writeFileSync(file, READ)
    writeFileSync(`${file}.v8`, compiled(KEPT))
    expect(require(file).said).toBe('read')
  } finally {
    rmSync(elsewhere, { recursive: true })
  }
})
