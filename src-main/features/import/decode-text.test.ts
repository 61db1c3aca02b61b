import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const TEXT = 'Name;Café\nMüller;1\n'
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
  expect(decoded).toMatchObject({ encoding })
  expect(decoded.text.slice(0, 5)).toBe('Name;')
  if (bytes.includes(0xc3) || bytes === latin) expect(decoded.text.replace('\uFEFF', '')).toBe(TEXT)
})

test('text is decoded in the encoding that the broker chose', () => {
  expect(decodeText(Buffer.from('€'), 'windows-1252')).toMatchObject({ text: 'â‚¬' })
  expect(decodeText(latin, 'utf-8')).toMatchObject({ text: TEXT.replaceAll(/[éü]/g, '\uFFFD') })
})

test.each([['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0])]])(
  '%s is not text',
  (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow('IMPORT_NOT_READABLE')
  },
)

const NAMES = [
  'José Peña',
  'Müller & Söhne',
  'O’Brien’s Café',
  'Año Nuevo',
  'CAFÉ MUÑOZ',
  'García – López',
  'Zoë’s “Best” Tacos',
]

test.each(['windows-1252', 'macintosh', 'cp850', 'cp437'] as const)(
  'names in %s are recognized',
  (encoding) => {
    const dos = encoding.startsWith('cp')
    // The DOS encodings do not contain typographic quotation marks.
    const names = NAMES.map((name) => (dos ? name.replaceAll(/[’“”]/g, "'").replace('–', '-') : name))
    const text = `Name,City\n${names.map((name) => `${name},Portland`).join('\n')}\n`
    const bytes = iconv.encode(text, encoding)
    expect(decodeText(bytes)).toMatchObject({ text })
    // The broker sees words by which to tell whether this is right.
    expect(decodeText(bytes)).toMatchObject({ unsure_words: [names[0], names[1], names[2], names[3]] })
  },
)

test('the words by which the broker tells the encoding have no quotation marks of the file', () => {
  const bytes = Buffer.from('Name,City\n"Café Solé, Inc.",Bend\n', 'latin1')
  expect(decodeText(bytes)).toMatchObject({ unsure_words: ['Café Solé'] })
})

test('one wrong byte does not change the encoding, also at the end of the file', () => {
  const good = Buffer.from('Name\nCafé Niño\nJosé\n')
  for (const bad of [
    Buffer.concat([good, Buffer.from([0xe9]), good]),
    Buffer.concat([good, Buffer.from([0xc3])]),
  ])
    expect(decodeText(bad)).toMatchObject({
      encoding: 'utf-8',
      unsure_words: [],
      text: expect.stringContaining('Café Niño'),
    })
})

test('a character that an earlier program replaced does not change the encoding', () => {
  expect(decodeText(Buffer.from('Name\nCaf\uFFFD\n'))).toMatchObject({ encoding: 'utf-8', unsure_words: [] })
})

test('end-of-file marks of old programs are no text', () => {
  expect(decodeText(Buffer.from('Name\nA\n\x1A'))).toMatchObject({ text: 'Name\nA\n' })
  expect(decodeText(Buffer.from('Name\nA\n\x1A\x1A\0\0'))).toMatchObject({ text: 'Name\nA\n' })
})
