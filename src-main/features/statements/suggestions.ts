import type { DraftSaved } from '../../../src-shared/features/drafts/contract.ts'
import { createHash } from 'node:crypto'
import type { FormValues, SingleStepChange } from '../../../src-shared/features/deals/deal.ts'
import { moneyText } from '../../../src-shared/platform/entry/money.ts'
import { joinMessages, type Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { labelOf, MOST_ROWS, rowIds, applyChanges } from '../../../src-shared/features/form/form-path.ts'
import type {
  PayloadProfile,
  ProfileList,
  StatementFigure,
} from '../../../src-shared/features/form/payload-profile.ts'
import type {
  PositionView,
  StatementRow,
  StatementSuggestion,
  SuggestionPlace,
} from '../../../src-shared/features/statements/deal-statements.ts'
import {
  meanOf,
  recentMonths,
  sumOf,
  type VerifiedMonth,
} from '../../../src-shared/features/statements/verified-months.ts'
import { wordsOf } from '../../../src-shared/platform/base/text.ts'
import { currentOf, fitToForm, type FieldValue, changesFor } from '../drafts/form-changes.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { changeDraft, type ChangeOrigin, valueGone } from '../drafts/change-draft.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { type StatementFacts, statementFacts, type StatementNeeds } from './deal-statements.ts'

/** A suggestion, and the values that it puts into the form. */
export interface PreparedSuggestion {
  suggestion: StatementSuggestion
  /** Returns the values for the draft. A position takes the first free row of the draft. */
  valuesFor(values: FormValues): FieldValue[]
}

/**
 * Returns the values that the form can take from verified statements, and compares them with the draft. The profile says which field takes
 * which figure. Averages use the newest verified months, at most as many as the form requires statements for. `today` is `2026-04-20`.
 */
export function suggestionsFor(
  profile: PayloadProfile,
  values: FormValues,
  { statements, rows }: StatementFacts,
  today: string,
): PreparedSuggestion[] {
  const months = recentMonths(statements, profile.statements.months)
  return profile.sections.flatMap(({ fields = [], list }) => [
    ...fields.flatMap(({ path, statement_figure }) => {
      const found = figureFor(statement_figure, months)
      return found === null ? [] : [ofField(profile, values, { path, ...found }, { months, rows, today })]
    }),
    ...(list === undefined ? [] : positionsFor(profile, values, list, { statements, rows }, today)),
  ])
}

/** Figures that count events. Their rows are the places to show. */
const NSF: readonly StatementRow['class'][] = ['nsf_fee', 'overdraft_fee']

function figureFor(
  figure: StatementFigure | undefined,
  months: readonly VerifiedMonth[],
): { raw: string; source: Message; figure: StatementFigure } | null {
  const text = msg.statementUse.source
  const names = months.map(({ month }) => month)
  const statements = new Set(months.flatMap(({ document_ids }) => document_ids)).size
  if (figure === 'monthly_revenue') {
    const mean = meanOf(months, 'true_revenue_cents')
    const unconfirmed = months.reduce((sum, one) => sum + one.unconfirmed_rows, 0)
    const source = joinMessages(
      [text.average(names, statements), ...(unconfirmed > 0 ? [text.unconfirmed(unconfirmed)] : [])],
      '. ',
    )
    return mean === null ? null : { raw: moneyText(mean), source, figure }
  }
  if (figure === 'average_daily_balance') {
    const mean = meanOf(months, 'average_daily_balance_cents')
    return mean === null ? null : { raw: moneyText(mean), source: text.average(names, statements), figure }
  }
  if (figure === 'nsf_count' || figure === 'negative_days') {
    const sum = sumOf(months, figure)
    return sum === null ? null : { raw: String(sum), source: text.total(names, statements), figure }
  }
  return null
}

function ofField(
  profile: PayloadProfile,
  values: FormValues,
  { path, raw, source, figure }: { path: string; raw: string; source: Message; figure: StatementFigure },
  { months, rows, today }: { months: readonly VerifiedMonth[]; rows: readonly StatementRow[]; today: string },
): PreparedSuggestion {
  const [fit = null] = fitToForm(profile, [{ path, value: raw }], today)
  const { value, problem } = fit ?? { value: null, problem: null }
  const current = currentOf(values, path)
  const inMonths = rows.filter(
    ({ verified, date }) => verified && months.some(({ month }) => date.startsWith(month)),
  )
  const counted = figure === 'nsf_count' ? inMonths.filter((row) => NSF.includes(row.class)) : []
  const state =
    value === null ? 'invalid' : current === null ? 'new' : current === value ? 'same' : 'replaces'
  return {
    suggestion: {
      suggestion_id: idOf([path, value ?? raw, current]),
      path,
      label: labelOf(profile, values, path),
      value: value ?? raw,
      current,
      state,
      problem,
      source,
      places: counted.length > 0 ? counted.toReversed().map(placeOf) : firstPages(inMonths),
    },
    valuesFor: () => (value === null ? [] : [{ path, value }]),
  }
}

/** Returns the first page of each document, newest document first, without a mark. */
function firstPages(rows: readonly StatementRow[]): SuggestionPlace[] {
  const places = new Map<string, SuggestionPlace>()
  for (const { document_id, page } of rows) {
    const known = places.get(document_id)
    places.delete(document_id)
    places.set(document_id, { document_id, page: Math.min(page, known?.page ?? page), boxes: [] })
  }
  return [...places.values()].toReversed()
}

const placeOf = ({ document_id, page, boxes }: StatementRow): SuggestionPlace => ({
  document_id,
  page,
  boxes,
})

/** Returns one suggestion for each funder that still takes payments, except those that the broker says are none. */
function positionsFor(
  profile: PayloadProfile,
  values: FormValues,
  list: ProfileList,
  { statements, rows }: StatementFacts,
  today: string,
): PreparedSuggestion[] {
  const fieldOf = (figure: StatementFigure) =>
    list.fields.find(({ statement_figure }) => statement_figure === figure)?.path
  const funder = fieldOf('position_funder')
  if (funder === undefined) return []
  return statements.positions.flatMap((position) => {
    const debits = rows
      .filter(({ position_id, verified }) => verified && position_id === position.position_id)
      .toSorted((one, other) => (one.date > other.date ? -1 : 1))
    if (position.active_until === null || position.confirmed === 'no' || debits.length === 0) return []
    const payment = fieldOf(
      position.cadence === 'daily' ? 'position_daily_payment' : 'position_weekly_payment',
    )
    const raw = [
      { field: funder, value: position.name },
      ...(payment === undefined ? [] : [{ field: payment, value: moneyText(position.typical_cents) }]),
    ]
    const fitted = fitToForm(
      profile,
      raw.map(({ field, value }) => ({ path: `${list.path}.0.${field}`, value })),
      today,
    )
    const [name] = fitted
    const usable = raw.flatMap(({ field }, at) => {
      const value = fitted[at]?.value ?? null
      return value === null ? [] : [{ field, value }]
    })
    const place = rowOf(values, list, funder, position.name)
    const full = place === null && rowIds(values, list.path).length >= (list.max_rows ?? MOST_ROWS)
    const missing = usable.filter(
      ({ field }) => place === null || currentOf(values, `${list.path}.${place}.${field}`) === null,
    )
    const isRefused = (name?.value ?? null) === null || full
    return [
      {
        suggestion: {
          suggestion_id: idOf([
            list.path,
            position.name,
            ...missing.map(({ field, value }) => `${field}=${value}`),
          ]),
          path: `${list.path}.0.${funder}`,
          label: list.label,
          value: position.name,
          current: null,
          state: isRefused ? 'invalid' : missing.length === 0 ? 'same' : 'new',
          problem: name?.problem ?? (full ? msg.statementUse.listFull : null),
          source: sourceOf(position, debits),
          places: debits.map(placeOf),
        },
        valuesFor: (now) => {
          const at = rowOf(now, list, funder, position.name) ?? rowIds(now, list.path).length
          return isRefused
            ? []
            : missing.map(({ field, value }) => ({ path: `${list.path}.${at}.${field}`, value }))
        },
      },
    ]
  })
}

/** Counts only the payments of verified months. `debits` are these payments, newest first. */
function sourceOf(
  { cadence, typical_cents, first, last, confirmed }: PositionView,
  debits: readonly StatementRow[],
): Message {
  const text = msg.statementUse.source
  return joinMessages(
    [
      text.position(
        text.rhythms[cadence],
        typical_cents,
        debits.length,
        debits.at(-1)?.date ?? first,
        debits[0]?.date ?? last,
      ),
      confirmed === 'yes' ? '' : text.likely,
      text.balanceUnknown,
    ],
    '. ',
  )
}

/** Returns the row of the list with this funder, or else the first empty row. Null if there is neither. */
function rowOf(values: FormValues, list: ProfileList, funder: string, name: string): string | null {
  const rows = rowIds(values, list.path)
  const named = rows.find((row) => {
    const text = currentOf(values, `${list.path}.${row}.${funder}`)
    return text !== null && isSameFunder(text, name)
  })
  const isEmpty = (row: string) =>
    list.fields.every(({ path }) => currentOf(values, `${list.path}.${row}.${path}`) === null)
  return named ?? rows.find(isEmpty) ?? null
}

/** True if the names begin with the same words. Statements cut and abbreviate words, so a word may be the beginning of the other, from three letters on. */
function isSameFunder(one: string, other: string): boolean {
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  return short.length > 0 && short.every((word, at) => isSameWord(word, long[at] ?? ''))
}

function isSameWord(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  return one === other || (short.length >= 3 && long.startsWith(short))
}

function idOf(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

export async function viewSuggestions(
  context: StatementNeeds,
  deal_id: string,
): Promise<StatementSuggestion[]> {
  const [deal, facts] = await Promise.all([loadDeal(context, deal_id), statementFacts(context, deal_id)])
  const today = dayOf(context.clock.now())
  const prepared = suggestionsFor(context.profile, deal.values, facts, today)
  return prepared.map(({ suggestion }) => suggestion)
}

/**
 * Puts suggested values into the draft, as one step that the broker can undo. Leaves out a suggestion that no longer applies, because the
 * field, the statements, or a class changed after the page showed it. `outdated` is the number of those. Also leaves out a value for a
 * field that has another value, unless `replaces` is true.
 */
export async function acceptSuggestions(
  context: StatementNeeds,
  { replaces, ...origin }: ChangeOrigin & { replaces: boolean },
  suggestion_ids: readonly string[],
): Promise<DraftSaved & { accepted: number; outdated: number }> {
  const facts = await statementFacts(context, origin.deal_id)
  const { profile, clock } = context
  const chosen = new Set(suggestion_ids)
  return changeDraft(context, origin, (editor) => {
    const usable = suggestionsFor(profile, editor.values, facts, dayOf(clock.now())).filter(
      ({ suggestion: { suggestion_id, state } }) =>
        chosen.has(suggestion_id) && (state === 'new' || (replaces && state === 'replaces')),
    )
    const changes: SingleStepChange[] = []
    let values = editor.values
    let accepted = 0
    for (const one of usable) {
      const added = changesFor(profile, values, one.valuesFor(values))
      const next = applyChanges(profile, values, added)
      // The list of positions may be full by now.
      if (next === null || added.length === 0) continue
      values = next
      changes.push(...added)
      accepted++
    }
    if (!editor.applyTogether(changes)) throw valueGone()
    return { writes: [], more: { accepted, outdated: chosen.size - accepted } }
  })
}
