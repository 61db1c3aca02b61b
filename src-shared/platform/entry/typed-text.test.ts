import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLine, cleanLines, typedText } from './typed-text.ts'

describe('cleanLine', () => {
  test.each([
    ['a zero-width space', '\u200b'],
    ['zero-width joiners', '\u200c\u200d\u2060\ufeff'],
    ['a null character', '\u0000'],
    ['a soft hyphen', '\u00ad'],
    ['bidi controls', '\u061c\u202e\u2066\u2069\u200e'],
    ['variation selectors', '\ufe0d\ufe0f\u{e0101}'],
    ['tags', '\u{e0041}\u{e007f}'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['the Braille blank', '\u2800'],
    ['a combining grapheme joiner', '\u034f'],
    ['Mongolian separators', '\u180e\u180b'],
    ['odd spaces', '\u00a0\u2009\u2007\u3000\u202f'],
    ['line separators', '\u2028\u2029\r\n\u0085'],
    ['half of an emoji', '\ud83d'],
    ['a noncharacter', '\uffff\ufdd0'],
    ['the place of a picture', '\ufffc'],
    ['C1 controls', '\u009f\u0080'],
  ])('leaves nothing of %s alone, and drops it within a word', (_, hidden) => {
    expect(cleanLine(hidden).trim()).toBe('')
    expect(cleanLine(`AC${hidden}ME`).replaceAll(' ', '')).toBe('ACME')
  })

  test.each([
    'Café Ñandú',
    'Cafe\u0301',
    'نرم\u200cافزار',
    'क्\u200dष',
    'ශ්\u200dරී',
    '👨\u200d👩\u200d👧 Care',
    '❤\ufe0f Bakery',
    '🏳\ufe0f\u200d🌈 Bar',
    '1\ufe0f⃣ Auto',
    '東京 株式会社',
    'O’Brien & Söhne – “Deli” № 5',
    '한국 식당',
  ])('keeps %j', (text) => expect(cleanLine(text)).toBe(text))

  test('keeps the joiner at the end of a Persian word, because the broker is still typing', () =>
    expect(cleanLine('می\u200c')).toBe('می\u200c'))

  test('turns odd spaces, tabs, and line breaks into spaces', () =>
    expect(cleanLine('A\u00a0B\tC\r\nD\u2028E')).toBe('A B C D E'))

  test('is idempotent and keeps no control, format, or ignorable character except joiners and emoji styles', () => {
    const odd = fc.constantFrom(...'\u200b\u200c\u200d\ufe0f\u0000\u202e\u{e0041}\u3164aé👩ن')
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 1 })) }), (text) => {
        const clean = cleanLine(text)
        expect(clean).not.toMatch(/(?!\p{Join_Control}|[\ufe0e-\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/u)
        expect(cleanLine(clean)).toBe(clean)
      }),
      { numRuns: 3000 },
    )
  })
})

test('cleanLines keeps line breaks and writes them as newlines', () =>
  expect(cleanLines('one\r\ntwo\u2028thr\u200bee\rfour')).toBe('one\ntwo\nthree\nfour'))

describe('typedText', () => {
  test.each([
    ['12\u20113456789', '12-3456789'],
    ['12\u22123456789', '12-3456789'],
    ['12\uff0d3456789', '12-3456789'],
    ['12\u20433456789', '12-3456789'],
    ['9\ufe0d8\u200b7\u00ad6', '9876'],
    ['\uff11\uff12\uff13', '123'],
    ['\u0661\u0662\u0663', '123'],
    ['\u06f1\u06f2', '12'],
    ['\u{1d7ce}\u{1d7d9}\u{1d7ff}', '019'],
    ['98\u00a0765\u20094321', '98 765 4321'],
    ['3/2\u00b2', '3/2\u00b2'],
    ['\u202a12\u202c', '12'],
    ['\uff08\uff15\uff10\uff10\uff09', '(500)'],
  ])('reads %j as %j', (typed, plain) => expect(typedText(typed)).toBe(plain))

  test('drops invisible characters before it checks the length', () => {
    expect(typedText(`12${'\u200b'.repeat(200)}34`)).toBe('1234')
    expect(typedText('1'.repeat(81))).toBe('')
    expect(typedText('\u200b'.repeat(5_000))).toBe('')
  })
})
