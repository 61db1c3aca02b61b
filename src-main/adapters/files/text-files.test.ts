import { expect, test } from 'vitest'
import { decodeText } from './text-files.ts'

const TEXT = 'Name;Café\nMüller;1\n'
const utf16 = Buffer.from(TEXT, 'utf16le')
const latin = Buffer.from(TEXT, 'latin1')

test.each([
  ['utf-8', Buffer.from(TEXT)],
  ['utf-8', Buffer.from(`\uFEFF${TEXT}`)],
  ['windows-1252', latin],
  ['utf-16le', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['utf-16be', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
  // Without a byte order mark.
  ['utf-16le', Buffer.from('Name;City\nA;B\n', 'utf16le')],
  ['utf-16be', Buffer.from('Name;City\nA;B\n', 'utf16le').swap16()],
] as const)('text in %s is recognized and decoded', (encoding, bytes) => {
  const decoded = decodeText(bytes)
  expect(decoded).toMatchObject({ ok: true, value: { encoding } })
  expect(decoded.ok && decoded.value.text.slice(0, 5)).toBe('Name;')
  if (bytes.length > 40 || bytes === latin) expect(decoded.ok && decoded.value.text).toBe(TEXT)
})

test('text is decoded in the encoding that the broker chose', () => {
  expect(decodeText(Buffer.from('€'), 'windows-1252')).toMatchObject({ value: { text: 'â‚¬' } })
  expect(decodeText(latin, 'utf-8')).toMatchObject({ ok: false, error: { code: 'IMPORT_NOT_READABLE' } })
})

test.each([
  ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0])],
  ['UTF-16 with half a character', utf16.subarray(0, -1)],
])('%s is not text', (_, bytes) => {
  expect(decodeText(bytes)).toMatchObject({ ok: false, error: { code: 'IMPORT_NOT_READABLE' } })
})
