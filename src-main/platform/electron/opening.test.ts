import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOpening } from './opening.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'funding-desk-opening-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function look(text: string) {
  const file = join(folder, 'preferences.json')
  writeFileSync(file, text)
  return readOpening(file)
}

const AT_FIRST = {
  color_scheme: 'system',
  language: 'system',
  zoom: 100,
  window: null,
  environment: 'sandbox',
  has_pin: false,
}

test('reads the appearance, window position, environment, and lock from the preferences file', () => {
  const window = { x: -5, y: 0, width: 900, height: 700, is_maximized: true }
  const appearance = { color_scheme: 'dark', language: 'es', zoom: 150 }
  expect(
    look(JSON.stringify({ appearance, window, environment: 'production', lock: { has_pin: true } })),
  ).toEqual({
    ...appearance,
    window,
    environment: 'production',
    has_pin: true,
  })
})

test.each(['', '{', 'null', '[]', '7', '{"appearance":null,"window":7}'])(
  'uses the defaults if the preferences file contains %j',
  (text) => {
    expect(look(text)).toEqual(AT_FIRST)
  },
)

test('uses the defaults instead of invalid values', () => {
  const window = { x: 0, y: 0, width: 0, height: 700, is_maximized: false }
  const appearance = { color_scheme: 'auto', language: 'xx', zoom: 9_000 }
  expect(look(JSON.stringify({ appearance, window, environment: 'elsewhere' }))).toEqual(AT_FIRST)
  expect(look(JSON.stringify({ window: { ...window, width: '900' }, lock: { has_pin: 'no' } }))).toEqual(
    AT_FIRST,
  )
})

test('uses the defaults if the preferences file is missing', () => {
  expect(readOpening(join(folder, 'none.json'))).toEqual(AT_FIRST)
})
