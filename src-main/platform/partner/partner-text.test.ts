import { describe, expect, test } from 'vitest'
import { applicationStatus, idOf, readListedApplication, registration } from './answers.ts'
import { errorOfResponse, fieldsOf } from './error-mapping.ts'
import { readListedOffer } from './offer-mapping.ts'

/** Characters that reorder, hide, or forge text around them, by name. */
const HOSTILE: [string, string][] = [
  ['a bidi override', '\u202e'],
  ['a bidi isolate', '\u2067'],
  ['a right-to-left mark', '\u200f'],
  ['a zero-width space', '\u200b'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a tag character', '\u{e0041}'],
  ['an escape character', '\u001b'],
  ['a NUL', '\u0000'],
  ['a C1 control', '\u009b'],
]
const LINES: [string, string][] = [
  ['a newline', '\n'],
  ['a Windows newline', '\r\n'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a tab', '\t'],
]
const shownTexts = (text: string) => {
  const offer = readListedOffer({
    offer_id: '1',
    status: text,
    term: text,
    amount: text,
    fees: [text, { label: text, amount: 1 }],
    stipulations: [text, { name: text, kind: text }],
  })
  return [
    offer?.status,
    offer?.term,
    offer?.doubts[0]?.raw.replace('amount: ', ''),
    ...(offer?.fees ?? []).map(({ label }) => label),
    ...(offer?.stipulations ?? []).flatMap(({ label, document_kind }) => [label, document_kind ?? label]),
    applicationStatus({ status: text }),
    registration.parse({ uuid: '1', event_type: text, is_active: true, webhook_url: text }).event_type,
    registration.parse({ uuid: '1', event_type: text, is_active: true, webhook_url: text }).webhook_url,
    ...fieldsOf({ extra: [{ key: 'ein', message: text }] }).map(({ message }) => message),
  ]
}

describe('a text from the partner', () => {
  test.each(HOSTILE)('is shown without %s', (_name, character) => {
    const shown = shownTexts(`Bank${character}letter`)
    expect(shown).toHaveLength(13)
    expect(new Set(shown)).toEqual(new Set(['Bankletter']))
  })

  test.each(LINES)('is shown on one line, with a space instead of %s', (_name, character) => {
    expect(new Set(shownTexts(`Bank${character}letter`))).toEqual(new Set(['Bank letter']))
  })

  test('keeps its letters in any script', () => {
    expect(new Set(shownTexts('Peña & Søn „שלום“ 株式会社'))).toEqual(new Set(['Peña & Søn „שלום“ 株式会社']))
  })

  test('without visible characters counts as missing', () => {
    const offer = readListedOffer({
      offer_id: '1',
      status: '\u202e',
      amount: '\u200b',
      stipulations: ['\u2066', 'Void check'],
    })
    expect(offer).toMatchObject({ status: null, amount_cents: null, doubts: [] })
    expect(offer?.stipulations).toEqual([{ label: 'Void check', document_kind: null }])
    expect(applicationStatus({ status: '\u200b' })).toBeNull()
  })

  test('that is long is cut before it is cleaned', () => {
    expect(
      readListedOffer({ offer_id: '1', status: `${'x\u202e'.repeat(150)}${'y'.repeat(500_000)}` })?.status,
    ).toBe(`${'x'.repeat(150)}${'y'.repeat(50)}`)
  })

  test('of a known status is recognized despite invisible characters', () => {
    expect(applicationStatus({ status: 'App\u200b Funded\u202c' })).toBe('app_funded')
  })

  test('does not contain the request’s credential, even if invisible characters split it', () => {
    const message = 'token sec\u200bret-7 and secret-7 are wrong'
    const error = errorOfResponse(400, { extra: [{ key: 'secret-7', message }] }, true, undefined, 'secret-7')
    expect(error.fields).toEqual([{ path: '•••', message: 'token ••• and ••• are wrong' }])
  })

  test('of a validation error is read only as far as it is shown', () => {
    const extra: unknown[] = Array.from({ length: 200 }, (_, at) => ({ key: `f${at}`, message: 'no' }))
    const untouched = new Proxy([...extra, {}], {
      get: (list, name) => {
        if (name === '200') throw new Error('was read')
        return Reflect.get(list, name) as unknown
      },
    })
    expect(fieldsOf({ extra: untouched })).toHaveLength(200)
    expect(fieldsOf({ extra: [1, null, ['x'], { message: 5 }] })).toMatchObject([{ path: '' }])
  })

  test('hides an SSN that invisible characters split', () => {
    const error = errorOfResponse(
      400,
      { extra: [{ key: 'ssn', message: '123-\u200b45-6789 is wrong' }] },
      true,
      undefined,
    )
    expect(JSON.stringify(error)).not.toContain('6789')
  })
})

test.each([...HOSTILE, ...LINES])(
  'an id with %s is not used, because it could not be sent back',
  (_name, character) => {
    expect(idOf(`1${character}2`)).toBeNull()
    expect(readListedOffer({ offer_id: `1${character}2` })).toBeNull()
    expect(readListedApplication({ id: `1${character}2` })).toBeNull()
  },
)
