import { Button, Group, Kbd, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconPlus, IconTrash, IconCopyCheck, IconCheck } from '@tabler/icons-react'
import { Fragment, memo, useState, type ComponentType, type CSSProperties, useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { newRowId, type FormValues } from '../../../src-shared/features/form/form-values.ts'
import { messages, locale } from '../../../src-shared/platform/texts/messages.ts'
import { MOST_ROWS, rowIds, valueAt } from '../../../src-shared/features/form/form-path.ts'
import type {
  ProfileField,
  ProfileList,
  ProfileSection,
  ProfileCopy,
  PayloadProfile,
} from '../../../src-shared/features/form/payload-profile.ts'
import { useDeal, useNote, useProblem, textOf } from './deal-store.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import classes from './application.module.css'
import { FieldInput } from './field-input.tsx'
import { readPercent } from '../../../src-shared/platform/entry/number.ts'
import {
  existingDebt,
  percentOfRevenue,
  POSITIONS,
  renewedBalance,
} from '../../../src-shared/features/money/leverage.ts'
import { readMoney } from '../../../src-shared/platform/entry/money.ts'
import { formatCents } from '../../platform/ui/formats.ts'
import { type EntryPart, isSplittable, splitEntry } from '../../../src-shared/features/form/split-entry.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { Hint, Quiet } from '../../platform/ui/parts.tsx'
import { completeness, isIn } from '../../../src-shared/features/form/completeness.ts'
import { goToSection } from './form-keys.ts'

interface ApplicationFormProps {
  readOnly: boolean
  /** What an editable form shows below the title of a section. Must not change between renders. */
  Marks: ComponentType<{ section: ProfileSection }>
}

export const ApplicationForm = memo(function ApplicationForm({ readOnly, Marks }: ApplicationFormProps) {
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  if (profile === null) return null
  return (
    <Stack gap="lg" style={{ containerType: 'inline-size' }}>
      {profile.sections.map((section) => (
        <Section key={section.id} section={section} readOnly={readOnly} Marks={Marks} />
      ))}
    </Stack>
  )
})

function Section({ section, readOnly, Marks }: ApplicationFormProps & { section: ProfileSection }) {
  return (
    <section className={classes.section} id={`section-${section.id}`} aria-labelledby={`title-${section.id}`}>
      <Title order={2} id={`title-${section.id}`} tabIndex={-1}>
        {section.title}
      </Title>
      {section.description !== undefined && <Hint size="sm">{section.description}</Hint>}
      {!readOnly && <Marks section={section} />}
      <Stack gap="md" mt="sm">
        {section.fields !== undefined && <Fields fields={section.fields} prefix="" readOnly={readOnly} />}
        {section.list !== undefined && <Rows list={section.list} readOnly={readOnly} />}
      </Stack>
    </section>
  )
}

interface FieldsProps {
  fields: ProfileField[]
  prefix: string
  readOnly: boolean
  list?: ProfileList
}

function Fields({ fields, prefix, readOnly, list }: FieldsProps) {
  return (
    <div className={classes.fields}>
      {fields.map((field) => (
        <Fragment key={field.path}>
          {list !== undefined && !readOnly && <CopyOffers list={list} prefix={prefix} field={field} />}
          <div
            className={classes.field}
            data-wide={(field.width ?? 12) > 6 ? '' : undefined}
            style={{ '--field-width': field.width ?? 12 } as CSSProperties}
            onKeyDown={(event) => {
              const isAccepted = event.key === 'Enter' && !readOnly && takeSplit(prefix + field.path)
              if (isAccepted) event.preventDefault()
            }}
          >
            <FieldInput field={field} path={prefix + field.path} readOnly={readOnly} />
            {!readOnly && <FieldNote path={prefix + field.path} />}
            {field.path === AMOUNT && <NewMoney />}
            {!readOnly && isSplittable(prefix + field.path) && <SplitOffer path={prefix + field.path} />}
          </div>
        </Fragment>
      ))}
    </div>
  )
}

/** A note that a value is probably wrong. It is hidden while the broker types the value for the first time. */
function FieldNote({ path }: { path: string }) {
  const note = useNote(path)
  const isTyping = useDeal(({ changed, touched }) => changed.has(path) && !touched.has(path))
  const problem = useProblem(path)
  if (note === '' || problem !== '') return null
  return (
    <Text size="xs" className={classes.note} data-note={path} data-typing={isTyping}>
      {note}
    </Text>
  )
}

const AMOUNT = 'application.amount_requested'

/** Below the amount of a renewal: what remains of it after the balance of the renewed advance is paid off. */
function NewMoney() {
  const balance = useDeal(({ deal, values }) => renewedBalance(deal?.renews ?? null, values))
  const cents = useDeal(({ values }) => {
    const read = readMoney(textOf(valueAt(values, AMOUNT)))
    return 'cents' in read ? read.cents : null
  })
  if (balance === null || cents === null) return null
  const { newMoney, coversNot } = messages().deal
  return (
    <Text
      size="xs"
      mb={4}
      className={classes.note}
      {...(cents > balance && { c: 'dimmed' })}
      role="status"
      data-testid="new-money"
    >
      {cents > balance
        ? newMoney(formatCents(cents - balance), formatCents(balance))
        : coversNot(formatCents(cents), formatCents(balance))}
    </Text>
  )
}

/** Returns the parts of a value that the broker pasted into one field, for their own fields. */
function partsOf(values: FormValues, path: string): EntryPart[] | null {
  const profile = useEnvironment.getState().value?.profile ?? null
  return profile !== null && isSplittable(path) ? splitEntry(profile, values, path) : null
}

/** Moves the parts of a pasted value into their fields. Returns false if there is nothing to move. */
function takeSplit(path: string): boolean {
  const { values, change } = useDeal.getState()
  const parts = partsOf(values, path)
  for (const part of parts ?? []) change({ op: 'set', path: part.path, value: part.value })
  return parts !== null
}

/** Offers to split a pasted address, a full name, or a trade name in the legal name. Enter in the field accepts the offer. */
function SplitOffer({ path }: { path: string }) {
  const parts = useDeal(
    ({ values }) =>
      partsOf(values, path)
        ?.map(({ value, replaced }) =>
          replaced === '' ? value : messages().application.replaces(value, replaced),
        )
        .join(' · ') ?? '',
  )
  if (parts === '') return null
  return (
    <Quiet
      className={classes.split}
      title={parts}
      rightSection={<Kbd size="xs">{keysText('Enter')}</Kbd>}
      onClick={() => takeSplit(path)}
      data-split={path}
    >
      {messages().application.split(parts)}
    </Quiet>
  )
}

function Rows({ list, readOnly }: { list: ProfileList; readOnly: boolean }) {
  const rows = useDeal(useShallow((state) => rowIds(state.values, list.path)))
  const change = useDeal((state) => state.change)
  const problem = useProblem(list.path)
  const text = messages().application
  function add() {
    const row = newRowId()
    change({ op: 'insert_row', path: list.path, row })
    const first = `${list.path}.${row}.${list.fields[0]?.path}`
    // Focus the new row, so that the broker can type immediately.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-path="${CSS.escape(first)}"]`)?.focus(),
    )
  }
  return (
    <Stack gap="sm">
      {rows.map((row, index) => (
        <div key={row} className={classes.row} role="group" aria-label={`${list.row_label} ${index + 1}`}>
          <Group justify="space-between" mb="xs">
            <Title order={3}>
              {list.row_label} {index + 1}
            </Title>
            {!readOnly && rows.length > (list.min_rows ?? 0) && (
              <Quiet
                color="gray"
                leftSection={<IconTrash size={14} />}
                aria-label={text.removeRow(list.row_label, index + 1)}
                onClick={() => change({ op: 'remove_row', path: list.path, row })}
              >
                {messages().common.remove}
              </Quiet>
            )}
          </Group>
          <Fields fields={list.fields} prefix={`${list.path}.${row}.`} readOnly={readOnly} list={list} />
        </div>
      ))}
      <ShareSum list={list} />
      {list.path === POSITIONS && <PositionSum />}
      {problem !== '' && (
        <Text size="xs" c="red" role="alert" data-path={list.path} tabIndex={-1}>
          {problem}
        </Text>
      )}
      {!readOnly && rows.length < (list.max_rows ?? MOST_ROWS) && (
        <Button size="xs" w="fit-content" leftSection={<IconPlus size={14} />} onClick={add}>
          {text.addRow(list.row_label)}
        </Button>
      )}
      {readOnly && rows.length === 0 && <Hint size="sm">{text.none}</Hint>}
    </Stack>
  )
}

interface CopyOfferProps {
  copy: ProfileCopy
  /** The path of the row, with a dot at the end. */
  prefix: string
}

const pathsOf = ({ to, fields }: ProfileCopy) => fields.map((field) => (to === '' ? field : `${to}.${field}`))

function CopyOffers({ list, prefix, field }: { list: ProfileList; prefix: string; field: ProfileField }) {
  const copies = list.copies?.filter(
    (copy) => list.fields.find(({ path }) => pathsOf(copy).includes(path)) === field,
  )
  return copies?.map((copy) => <CopyOffer key={copy.to} copy={copy} prefix={prefix} />)
}

/**
 * A button that copies values from another part of the form into a row (WCAG 3.3.7). It precedes the fields that it fills, so that the
 * broker does not pass them first. The button works only if these fields are empty. Afterward, it keeps its space, so that no field moves
 * while the broker types.
 */
function CopyOffer({ copy, prefix }: CopyOfferProps) {
  const targets = pathsOf(copy).map((path) => prefix + path)
  const isUseful = useDeal(({ values }) => {
    const from = copy.fields.map((field) => textOf(valueAt(values, `${copy.from}.${field}`)))
    const there = targets.map((path) => textOf(valueAt(values, path)))
    return from.some((text) => text !== '') && there.every((text) => text === '')
  })
  const [wasUseful, setWasUseful] = useState(isUseful)
  if (isUseful && !wasUseful) setWasUseful(true)
  if (!wasUseful) return null
  function take() {
    const { values, change } = useDeal.getState()
    copy.fields.forEach((field, at) => {
      const value = textOf(valueAt(values, `${copy.from}.${field}`))
      if (value !== '') change({ op: 'set', path: targets[at] ?? '', value })
    })
    // The button disappears after the click. Focus the last field that it filled, so that the next Tab leaves these fields.
    document.querySelector<HTMLElement>(`[data-path="${CSS.escape(targets.at(-1) ?? '')}"]`)?.focus()
  }
  return (
    <Quiet
      className={classes.copy}
      style={{ visibility: isUseful ? undefined : 'hidden' }}
      size="compact-sm"
      leftSection={<IconCopyCheck size={14} />}
      onClick={take}
      data-copy={copy.to}
    >
      {copy.label}
    </Quiet>
  )
}

/** Shows what the existing positions cost the merchant, as soon as the form contains the figures for it. */
function PositionSum() {
  const text = useDeal(({ values }) => {
    const { positions, balance_cents, monthly_cents, revenue_cents } = existingDebt(values)
    const percent = percentOfRevenue(monthly_cents, revenue_cents)
    if (positions === 0 || balance_cents === null || monthly_cents === null || percent === null) return ''
    return messages().offers.leverage.positions(
      formatCents(balance_cents),
      formatCents(monthly_cents),
      percent,
    )
  })
  if (text === '') return null
  return (
    <Text size="xs" c="dimmed" className="tabular" role="status" data-testid="positions">
      {text}
    </Text>
  )
}

const MILLION = 1_000_000
/**
 * The shares of all rows may add up to slightly less than 100 %. A difference below this limit, in millionths of a percentage point, counts
 * as a rounding error.
 */
const CUT = 100

/** Shows the sum of the shares (such as ownership percentages) of all rows, if the rows of the list have shares. */
function ShareSum({ list }: { list: ProfileList }) {
  const share = list.fields.find(({ type }) => type === 'percent')?.path
  const millionths = useDeal(({ values }) =>
    share === undefined
      ? 0
      : rowIds(values, list.path).reduce((sum, row) => {
          const read = readPercent(textOf(valueAt(values, `${list.path}.${row}.${share}`)))
          return sum + ('decimal' in read ? Math.round(Number(read.decimal) * MILLION) : 0)
        }, 0),
  )
  if (share === undefined || millionths === 0) return null
  const text = messages().application
  const { format } = new Intl.NumberFormat(locale(), { maximumFractionDigits: 6 })
  const rest = 100 * MILLION - millionths
  // Ignore a rounding error. A share has at most six decimals, so three shares of one third add up to only 99.999999 %.
  const left = rest > 0 && rest < CUT ? 0 : rest
  const total = format((100 * MILLION - left) / MILLION)
  return (
    <Text size="xs" c={left < 0 ? 'red' : 'dimmed'} className="tabular" role="status">
      {left < 0
        ? text.sumOver(total)
        : left === 0
          ? text.sum(total)
          : text.sumLeft(total, format(left / MILLION))}
    </Text>
  )
}

/** Lists the sections of the form with their progress and marks the visible one. A click goes to a section. */
export function SectionIndex() {
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const current = useSectionInSight(profile)
  if (profile === null) return null
  return (
    <nav className={classes.index} aria-label={messages().application.sections}>
      {profile.sections.map((section) => (
        <SectionLink key={section.id} section={section} isCurrent={section.id === current} />
      ))}
    </nav>
  )
}

function SectionLink({ section, isCurrent }: { section: ProfileSection; isCurrent: boolean }) {
  const text = messages().application
  // Select all counts as one string. A key press that changes no count then returns an equal string and causes no render.
  const reported = useDeal(({ values, problems, notes }) => {
    const { done, total, open, is_empty } = completeness(section, values, problems)
    return `${done}/${total}/${open}/${Number(is_empty)}/${notes.filter(({ path }) => isIn(section, path)).length}`
  })
  const [done = 0, total = 0, open = 0, isEmpty = 0, toCheck = 0] = reported.split('/').map(Number)
  return (
    <UnstyledButton
      className={classes.indexLink}
      aria-current={isCurrent ? 'location' : undefined}
      data-section={section.id}
      data-open={open}
      onClick={() => goToSection(section.id)}
    >
      <span>{section.title}</span>
      {open === 0 && toCheck > 0 ? (
        <ToCheck count={toCheck} />
      ) : open === 0 ? (
        // A section without required fields that the broker has not touched is neither complete nor open.
        isEmpty === 0 && (
          <IconCheck size={15} color="var(--mantine-color-teal-6)" aria-label={text.complete} />
        )
      ) : (
        <Text span size="xs" c="dimmed" className="tabular">
          <span aria-hidden="true">{done < total ? `${done}/${total}` : `${open} !`}</span>
          <span className="visually-hidden">{text.doneOf(done, total, open)}</span>
        </Text>
      )}
    </UnstyledButton>
  )
}

/** Counts values on which the form has a remark, in place of the check mark of a complete part. */
export function ToCheck({ count }: { count: number }) {
  return (
    <Text span size="xs" className={`tabular ${classes.toCheck}`}>
      {messages().deal.toCheck(count)}
    </Text>
  )
}

function useSectionInSight(profile: PayloadProfile | null): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    if (profile === null) return
    const inSight = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inSight.add(target.id)
          else inSight.delete(target.id)
        const first = profile.sections.find(({ id }) => inSight.has(`section-${id}`))
        if (first !== undefined) setCurrent(first.id)
      },
      { rootMargin: '-30% 0px -50% 0px' },
    )
    for (const { id } of profile.sections) {
      const section = document.getElementById(`section-${id}`)
      if (section !== null) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [profile])
  return current
}
