import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDay, editMonth, keepMonth, readDate, readMonth, showDay, showMonth } from './date.ts'
import { editEntry, keepEntry, showEntry } from '../../features/form/keep-entry.ts'

const TODAY = '2026-11-23'

describe('readDate', () => {
  test.each([
    'el 2 de marzo de 2014',
    'the 2nd of March 2014',
    '3/2/2014',
    '03/02/2014',
    '3-2-2014',
    '03.02.2014',
    '3 2 2014',
    '3 / 2 / 2014',
    '3\u20132\u20132014',
    '3/2/14',
    "3/2/'14",
    '2014-03-02',
    '2014/3/2',
    '2014.03.02',
    '20140302',
    '03022014',
    'Mar 2 2014',
    'Mar 2, 2014',
    'Mar. 2, 2014',
    'MARCH 2, 2014',
    'March 2nd, 2014',
    'march 2 2014',
    'Mar 2, \u201914',
    'Mar-2-2014',
    '2 Mar 2014',
    '2-Mar-14',
    '02MAR2014',
    '2nd of March, 2014',
    '2014-Mar-02',
    '2 de marzo de 2014',
    '2 mar 2014',
    'marzo 2, 2014',
    ' Mar\u00a02,\u00a02014 ',
    '3/2/2014 0:00',
    '2014-03-02 00:00:00',
    '2014-03-02T00:00:00.000Z',
    '3/2/2014 12:00 AM',
  ])('reads %j as March 2, 2014', (typed) => {
    expect(readDate(typed)).toEqual({ date: '2014-03-02' })
  })

  test.each([
    ['1ro de abril de 2016', '2016-04-01'],
    ['1º de abril de 2016', '2016-04-01'],
    ['Sept 9, 2019', '2019-09-09'],
    ['2/29/2016', '2016-02-29'],
    ['2/29/2000', '2000-02-29'],
    ['12/31/49', '2049-12-31'],
    ['1/1/50', '1950-01-01'],
    ['1/1/00', '2000-01-01'],
    ['1/1/1800', '1800-01-01'],
  ])('reads %j as %s', (typed, date) => {
    expect(readDate(typed)).toEqual({ date })
  })

  test.each([
    '2/30/2014',
    '2/29/2014',
    '2/29/1900',
    '13/2/2014',
    '31/12/2014',
    '0/2/2014',
    '3/0/2014',
    'Apr 31, 2014',
    '20141302',
    '13.02.2014',
  ])('refuses %j as a date that does not exist', (typed) => {
    expect(readDate(typed)).toEqual({ problem: 'noSuchDay' })
  })

  test.each([
    ['3/2/0014', 'yearOfFour'],
    ['0014-03-02', 'yearOfFour'],
    ['12/31/1799', 'yearOfFour'],
    ['1/1/2200', 'inFuture'],
    ['9999-12-31', 'inFuture'],
  ])('refuses the year of %j', (typed, problem) => {
    expect(readDate(typed)).toEqual({ problem })
  })

  test.each([
    '',
    'soon',
    '3/2',
    'Mar 2',
    'Mar 2014',
    '3/2/014',
    '3/2/20144',
    '3/2-2014',
    '3/2/2014/5',
    '-3/2/2014',
    '030214',
    '41700',
    'Mar 2-3 2014',
    'Mar 22014',
    '2st Mar 2014',
    'Marx 2, 2014',
    'Mar 2, 2014 or so',
    '3/2²/2014',
    '2014-03-02T23:30:00Z',
    '3/2/2014 5:15 PM',
    'x'.repeat(1000),
  ])('refuses %j', (typed) => {
    expect(readDate(typed)).toEqual({ problem: 'date' })
  })

  const date = fc
    .date({ min: new Date('1800-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((one) => one.toISOString().slice(0, 10))
  const LONG = 'January February March April May June July August September October November December'.split(
    ' ',
  )
  const LARGO =
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
  const sign = fc.constantFrom('/', '-', '.', ' / ', ' - ', ' ', '\u2013')
  const pad = fc.boolean()
  const around = fc.constantFrom('', ' ', '\t', '\u200e', '\u00a0')
  const order = fc.constantFrom('mdy', 'ymd', 'name', 'nombre', 'day first', 'compact', 'compact us')

  function write(
    iso: string,
    how: { order: string; sign: string; pad: boolean; short: boolean; comma: string },
  ): string {
    const [y = '', m = '', d = ''] = iso.split('-')
    const [month, day] = how.pad ? [m, d] : [String(Number(m)), String(Number(d))]
    const long = LONG[Number(m) - 1] ?? ''
    const name = how.short ? long.slice(0, 3) : long
    switch (how.order) {
      case 'mdy':
        return [month, day, y].join(how.sign)
      case 'ymd':
        return [y, month, day].join(how.sign)
      case 'name':
        return `${name} ${day}${how.comma} ${y}`
      case 'nombre':
        return `${day} de ${LARGO[Number(m) - 1] ?? ''} de ${y}`
      case 'day first':
        return `${day} ${name} ${y}`
      case 'compact':
        return `${y}${m}${d}`
      default:
        return `${m}${d}${y}`
    }
  }

  test('reads the same day from thousands of notations, and keeps its own output unchanged', () => {
    const how = fc.record({ order, sign, pad, short: fc.boolean(), comma: fc.constantFrom('', ',') })
    fc.assert(
      fc.property(date, how, around, (iso, one, space) => {
        const typed = `${space}${write(iso, one)}${space}`
        expect(readDate(typed), typed).toEqual({ date: iso })
        const kept = keepEntry({ type: 'date' }, typed, TODAY)
        expect(kept).toBe(iso <= TODAY ? iso : typed)
        expect(keepEntry({ type: 'date' }, kept, TODAY)).toBe(kept)
      }),
    )
  })

  test('reads each day in the formats in which the app shows and edits it, and in English and Spanish formats', () => {
    fc.assert(
      fc.property(
        date,
        fc.constantFrom('en-US', 'es-US'),
        fc.constantFrom('medium', 'long'),
        (iso, of, dateStyle) => {
          const shown = new Intl.DateTimeFormat(of, { dateStyle, timeZone: 'UTC' } as const).format(
            new Date(iso),
          )
          expect(readDate(shown), shown).toEqual({ date: iso })
          expect(readDate(editDay(iso))).toEqual({ date: iso })
          expect(readDate(showDay(iso))).toEqual({ date: iso })
        },
      ),
    )
  })

  test('never returns a year, month, or day that does not come from the typed digits', () => {
    const anything = fc.string({ unit: fc.constantFrom(...'0123456789/-. ,') })
    const numbers = fc
      .tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }), fc.nat({ max: 2300 }), sign)
      .map(([one, two, three, between]) => [one, two, three].join(between))
    fc.assert(
      fc.property(fc.oneof(anything, numbers, fc.string()), (typed) => {
        const read = readDate(typed)
        if (!('date' in read)) {
          expect(keepEntry({ type: 'date' }, typed, TODAY)).toBe(typed)
          return
        }
        const [y, m, d] = read.date.split('-').map(Number)
        const digits = typed.replaceAll(/\D/g, ' ').trim().split(/ +/).map(Number)
        if (digits.length === 3) {
          const century = y !== undefined && digits.includes(y) ? y : (y ?? 0) % 100
          expect(new Set(digits)).toEqual(new Set([century, m, d]))
        } else expect(typed.replaceAll(/\D/g, '')).toHaveLength(8)
      }),
    )
  })

  test.each([
    ['2014-03-02', 'Mar 2, 2014', '3/2/2014'],
    ['2014-02-30', '2014-02-30', '2014-02-30'],
    ['3/2', '3/2', '3/2'],
    ['', '', ''],
  ])(
    'shows the stored text %j, and stores the same text again if the broker edits nothing',
    (kept, shown, edited) => {
      expect(showEntry('date', kept)).toBe(shown)
      expect(editEntry('date', kept)).toBe(edited)
      expect(keepEntry({ type: 'date' }, edited, TODAY)).toBe(kept)
    },
  )

  test('accepts exactly the days that exist', () => {
    const numbers = fc.record({
      y: fc.integer({ min: 1800, max: 2199 }),
      m: fc.nat({ max: 99 }),
      d: fc.nat({ max: 99 }),
    })
    fc.assert(
      fc.property(numbers, ({ y, m, d }) => {
        const real = new Date(Date.UTC(y, m - 1, d))
        const exists = m >= 1 && d >= 1 && real.getUTCMonth() === m - 1 && real.getUTCDate() === d && m <= 12
        expect('date' in readDate(`${m}/${d}/${y}`)).toBe(exists)
        expect('date' in readDate(`${y}-${m}-${d}`)).toBe(exists)
      }),
    )
  })
})

describe('readMonth', () => {
  test.each([
    'Mar 2026',
    'March 2026',
    'mar. 2026',
    'Mar, 2026',
    "Mar '26",
    'Mar \u201926',
    'Mar-26',
    '3/2026',
    '03-2026',
    '3/26',
    '2026-03',
    '2026/3',
    '2026 March',
    '202603',
    '032026',
    'marzo de 2026',
    ' Mar\u00a02026 ',
  ])('reads %j as March 2026', (typed) => {
    expect(readMonth(typed)).toBe('2026-03')
  })

  test.each([
    '',
    'Mar',
    '2026',
    '13/2026',
    '0/2026',
    '3/2/2026',
    'Mar 2, 2026',
    '3/226',
    'Mar 0026',
    'Marx 2026',
    '2026-03-02',
  ])('refuses %j', (typed) => {
    expect(readMonth(typed)).toBeNull()
  })

  test('reads the same month from thousands of notations', () => {
    const parts = fc.record({ y: fc.integer({ min: 1800, max: 2199 }), m: fc.integer({ min: 1, max: 12 }) })
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom('en-US', 'es-US'),
        fc.constantFrom('short', 'long'),
        ({ y, m }, of, month) => {
          const iso = `${y}-${String(m).padStart(2, '0')}`
          const at = new Date(`${iso}-01T00:00:00Z`)
          const shown = new Intl.DateTimeFormat(of, {
            month,
            year: 'numeric',
            timeZone: 'UTC',
          } as const).format(at)
          for (const typed of [
            shown,
            iso,
            `${m}/${y}`,
            `${m}-${y}`,
            `${y}/${m}`,
            showMonth(iso),
            editMonth(iso),
          ])
            expect(readMonth(typed), typed).toBe(iso)
        },
      ),
    )
  })

  test('stores a readable month as year and month, and any other text as typed', () => {
    expect([keepMonth('Mar 2026'), showMonth('2026-03'), editMonth('2026-03')]).toEqual([
      '2026-03',
      'March 2026',
      '3/2026',
    ])
    for (const text of ['spring', '2026-13', ''])
      expect([keepMonth(text), showMonth(text), editMonth(text)]).toEqual([text, text, text])
  })
})
