import { describe, expect, test } from 'vitest'
import type { FormValues } from '../../../src-shared/features/deals/deal.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { applyChanges, rowIds, valueAt } from '../../../src-shared/features/form/form-path.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import {
  accountOf,
  dealStatements,
  positionOf,
  unverifiedMonth,
  verifiedMonth,
} from '../../../src-shared/features/statements/deal-statements.fixture.ts'
import type {
  PositionView,
  StatementMonthView,
} from '../../../src-shared/features/statements/deal-statements.ts'
import { emptyValues } from '../drafts/create-draft.ts'
import { changesFor } from '../drafts/form-changes.ts'
import { suggestionsFor } from './suggestions.ts'
import type { AccountRow, StatementFacts } from './deal-statements.ts'

const TODAY = '2026-07-10'
const REVENUE = 'company.monthly_revenue'
const BALANCE = 'company.average_daily_balance'
const POSITIONS = 'application.open_advances'
const EMPTY = emptyValues(standardProfile)

function row(changes: Partial<AccountRow>): AccountRow {
  return {
    row_id: 'r',
    account_id: 'a1',
    document_id: 'document a1 2026-06',
    page: 2,
    boxes: [1, 2, 3, 4],
    date: '2026-06-15',
    description: 'ACH DEBIT',
    amount_cents: -312_00,
    balance_after_cents: null,
    check_number: null,
    class: 'mca_payment',
    class_by: 'suggested',
    position_id: null,
    verified: true,
    ...changes,
  }
}

function facts(
  months: StatementMonthView[],
  { positions = [], rows = [] }: { positions?: PositionView[]; rows?: AccountRow[] } = {},
): StatementFacts {
  const paid = positions.map(({ position_id }) => row({ position_id }))
  return { statements: dealStatements([accountOf(months)], { positions }), rows: [...paid, ...rows] }
}

const shown = (
  given: StatementFacts,
  values: FormValues = EMPTY,
  profile: PayloadProfile = standardProfile,
) => suggestionsFor(profile, values, given, TODAY).map(({ suggestion }) => suggestion)

const filled = (given: StatementFacts, values: FormValues = EMPTY) => {
  let now = values
  for (const one of suggestionsFor(standardProfile, values, given, TODAY))
    now = applyChanges(standardProfile, now, changesFor(standardProfile, now, one.valuesFor(now))) ?? now
  return now
}

/** The text of a message, with usual spaces in place of the thin ones around the dash of a range. */
const said = (message: Message) => formatMessage(message).replaceAll('\u2009', ' ')

const set = (path: string, value: string, values: FormValues = EMPTY) =>
  applyChanges(standardProfile, values, changesFor(standardProfile, values, [{ path, value }])) as FormValues

/** The standard form with another figure for a field. */
function withFigure(path: string, statement_figure: 'nsf_count' | 'negative_days' | 'none'): PayloadProfile {
  const { sections, ...profile } = standardProfile
  return {
    ...profile,
    sections: sections.map(({ fields, ...section }) => ({
      ...section,
      ...(fields && {
        fields: fields.map((field) => (field.path === path ? { ...field, statement_figure } : field)),
      }),
    })),
  }
}

const quarter = [
  verifiedMonth('2026-04', { true_revenue_cents: 30_000_00, average_daily_balance_cents: 1_000_00 }),
  verifiedMonth('2026-05', { true_revenue_cents: 40_000_00, average_daily_balance_cents: 2_000_00 }),
  verifiedMonth('2026-06', { true_revenue_cents: 50_000_01, average_daily_balance_cents: 2_000_00 }),
]

describe('suggestions from verified statements', () => {
  test('are the averages of the last verified months, with the months and statements in their source', () => {
    expect(
      shown(facts(quarter)).map(({ path, value, state, source }) => [path, value, state, said(source)]),
    ).toEqual([
      [REVENUE, '40000', 'new', 'Average of April – June 2026, 3 verified statements'],
      [BALANCE, '1666.67', 'new', 'Average of April – June 2026, 3 verified statements'],
    ])
  })

  test('use at most as many months as the form requires statements for', () => {
    const [first] = shown(facts([verifiedMonth('2026-03', { true_revenue_cents: 0 }), ...quarter]))
    expect(first?.value).toBe('40000')
  })

  test('name the months one by one if one between them is not verified', () => {
    const [first] = shown(facts([quarter[0]!, unverifiedMonth('2026-05'), quarter[2]!]))
    expect(formatMessage(first?.source ?? '')).toBe(
      'Average of April 2026 and June 2026, 2 verified statements',
    )
  })

  test('say how many classes are only suggested, because revenue depends on them', () => {
    const [first] = shown(facts([{ ...quarter[0]!, unconfirmed_rows: 12 }]))
    expect(formatMessage(first?.source ?? '')).toBe(
      'Average of April 2026, 1 verified statement. The classes of 12 entries are only suggested',
    )
  })

  test('do not exist without a verified month', () => {
    expect(shown(facts([]))).toEqual([])
    expect(shown(facts([unverifiedMonth('2026-05')], { positions: [] }))).toEqual([])
  })

  test('do not exist for a figure that no check covers', () => {
    const { average_daily_balance_cents: _, ...figures } = quarter[0]!.figures
    expect(shown(facts([{ ...quarter[0]!, figures }])).map(({ path }) => path)).toEqual([REVENUE])
  })

  test('compare with what the form contains', () => {
    const states = (values: FormValues) => shown(facts(quarter), values).map(({ state }) => state)
    expect(states(set(REVENUE, '40000'))).toEqual(['same', 'new'])
    expect(states(set(REVENUE, '12'))).toEqual(['replaces', 'new'])
  })

  test('have another id after the value, the form, or a class changed', () => {
    const idOf = (given: StatementFacts, values?: FormValues) => shown(given, values)[0]?.suggestion_id
    const id = idOf(facts(quarter))
    expect(idOf(facts(quarter))).toBe(id)
    expect(idOf(facts(quarter), set(REVENUE, '12'))).not.toBe(id)
    expect(idOf(facts(quarter.slice(1)))).not.toBe(id)
  })

  test('are refused if the form does not accept them, such as a negative balance', () => {
    const [, balance] = shown(facts([verifiedMonth('2026-06', { average_daily_balance_cents: -5_00 })]))
    expect(balance).toMatchObject({ path: BALANCE, state: 'invalid', value: '-5' })
    expect(balance?.problem).not.toBeNull()
    expect(
      valueAt(filled(facts([verifiedMonth('2026-06', { average_daily_balance_cents: -5_00 })])), BALANCE),
    ).toBe(valueAt(EMPTY, BALANCE))
  })

  test('follow the figure that the profile assigns to a field, and its rows are the places', () => {
    const fee = row({ row_id: 'fee', class: 'nsf_fee', page: 4, boxes: [5, 6, 7, 8], date: '2026-05-02' })
    const given = facts(quarter, { rows: [fee] })
    const profile = withFigure('application.desired_term_months', 'nsf_count')
    const count = shown(given, EMPTY, profile).find(({ path }) => path === 'application.desired_term_months')
    expect(count).toMatchObject({ value: '6', places: [{ page: 4, boxes: [5, 6, 7, 8] }] })
    expect(said(count?.source ?? '')).toBe('Total of April – June 2026, 3 verified statements')
    expect(shown(given, EMPTY, withFigure(REVENUE, 'none')).map(({ path }) => path)).toEqual([BALANCE])
  })

  test('have the first page of each statement as their places, newest first', () => {
    const rows = ['2026-04', '2026-05', '2026-06'].flatMap((month) =>
      [3, 2].map((page) =>
        row({ document_id: `document a1 ${month}`, page, date: `${month}-15`, class: 'ach_sale' }),
      ),
    )
    expect(shown(facts(quarter, { rows }))[0]?.places).toEqual([
      { document_id: 'document a1 2026-06', page: 2, boxes: [] },
      { document_id: 'document a1 2026-05', page: 2, boxes: [] },
      { document_id: 'document a1 2026-04', page: 2, boxes: [] },
    ])
  })
})

describe('suggested positions', () => {
  const daily = positionOf()
  const weekly = positionOf({
    position_id: 'p2',
    name: 'OAKLINE FUNDING',
    cadence: 'weekly',
    typical_cents: 900_50,
  })

  test('fill one row each with funder and payment, and leave the balance empty', () => {
    const values = filled(facts([], { positions: [daily, weekly] }))
    expect(Object.values(valueAt(values, POSITIONS) ?? {})).toEqual([
      { funder: 'BLUEHERON CAP', daily_payment: '312' },
      { funder: 'OAKLINE FUNDING', weekly_payment: '900.50' },
    ])
    expect(shown(facts([], { positions: [daily] }))[0]).toMatchObject({
      state: 'new',
      value: 'BLUEHERON CAP',
      places: [{ document_id: 'document a1 2026-06', page: 2, boxes: [1, 2, 3, 4] }],
    })
  })

  test('say that the balance is unknown, and whether the broker confirmed them', () => {
    const sources = (confirmed: 'yes' | null) =>
      formatMessage(shown(facts([], { positions: [{ ...daily, confirmed }] }))[0]?.source ?? '')
    expect(sources(null)).toContain(
      'You have not confirmed this position. The statements do not show the balance',
    )
    expect(sources('yes')).not.toContain('confirmed')
  })

  test('count only the payments of verified months', () => {
    const { statements } = facts([], { positions: [{ ...daily, count: 65, last: '2026-07-30' }] })
    const rows = ['2026-06-30', '2026-05-04', '2026-07-30'].map((day) =>
      row({ position_id: 'p1', date: day, verified: day < '2026-07-01' }),
    )
    const [first] = shown({ statements, rows })
    expect(said(first?.source ?? '')).toContain('$312 daily, 2 payments, May 4, 2026 – Jun 30, 2026')
  })

  test('leave out positions that ended, that the broker denied, or that no verified entry shows', () => {
    expect(shown(facts([], { positions: [{ ...daily, active_until: null }] }))).toEqual([])
    expect(shown(facts([], { positions: [{ ...daily, confirmed: 'no' }] }))).toEqual([])
    const { statements } = facts([], { positions: [daily] })
    const rows = [row({ position_id: 'p1', verified: false })]
    expect(shown({ statements, rows })).toEqual([])
  })

  test('use an empty row of the form first', () => {
    const values = applyChanges(standardProfile, EMPTY, [
      { op: 'insert_row', path: POSITIONS, row: 'row01' },
    ]) as FormValues
    expect(rowIds(filled(facts([], { positions: [daily, weekly] }), values), POSITIONS)).toHaveLength(2)
  })

  test('complete the row that already has the funder, in any spelling, and keep its values', () => {
    const named = set(`${POSITIONS}.0.funder`, 'Blueheron Capital LLC')
    expect(Object.values(valueAt(filled(facts([], { positions: [daily] }), named), POSITIONS) ?? {})).toEqual(
      [{ funder: 'Blueheron Capital LLC', daily_payment: '312' }],
    )
    const paid = set(`${POSITIONS}.0.daily_payment`, '300', named)
    expect(shown(facts([], { positions: [daily] }), paid)[0]?.state).toBe('same')
    expect(filled(facts([], { positions: [daily] }), paid)).toEqual(paid)
  })

  test('do not mistake a funder with a similar beginning for another', () => {
    const other = set(`${POSITIONS}.0.funder`, 'Bluebird Capital')
    expect(rowIds(filled(facts([], { positions: [daily] }), other), POSITIONS)).toHaveLength(2)
  })

  test('are refused when the list is full', () => {
    let values = EMPTY
    for (let at = 0; at < 10; at++) values = set(`${POSITIONS}.${at}.funder`, `Funder number ${at}`, values)
    expect(shown(facts([], { positions: [daily] }), values)[0]).toMatchObject({ state: 'invalid' })
    expect(filled(facts([], { positions: [daily] }), values)).toEqual(values)
  })
})
