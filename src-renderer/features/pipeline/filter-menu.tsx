import { ActionIcon, Button, Checkbox, Group, Popover, Select, SimpleGrid, Stack } from '@mantine/core'
import { IconFilter, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type DealWhere, KIND_LINE, OWN_LINE } from '../../../src-shared/features/pipeline/deal-match.ts'
import { PARTNER_STATUSES } from '../../../src-shared/platform/words/vocabulary.ts'
import { moneyText, typedCents } from '../../../src-shared/platform/entry/money.ts'
import { MONEY_ENTRY } from '../../../src-shared/platform/entry/number-entry.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { US_STATES } from '../../../src-shared/platform/entry/us-states.ts'
import { PickInput } from '../../platform/ui/choice-input.tsx'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { usePipelineParts } from './pipeline-store.ts'
import { SyncedNumberInput } from '../../platform/ui/entry-input.tsx'
import classes from './toolbar.module.css'
import { SUBMISSION_STATES } from '../../../src-shared/features/deals/deal.ts'
import { statusLabel } from '../../../src-shared/platform/words/status-labels.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { formatCents } from '../../platform/ui/formats.ts'

const SINCE = [0, 1, 7, 30, 90, 365]
const UNTIL = [0, 1, 3, 7, 14]

export interface ToolMenuProps {
  opened: boolean
  onChange: (opened: boolean) => void
}

interface ToolPopoverProps extends ToolMenuProps {
  /** The label of the button, and the name of its popover. */
  label: string
  title: string
  icon: TablerIcon
  width: number
  children: ReactNode
}

/** A button of the toolbar with a popover that takes the focus. */
export function ToolPopover({
  opened,
  onChange,
  label,
  title,
  icon: Icon,
  width,
  children,
}: ToolPopoverProps) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      width={width}
      trapFocus
      middlewares={{ size: true }}
      returnFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon
          size={26}
          variant="default"
          aria-label={label}
          title={label}
          onClick={() => onChange(!opened)}
        >
          <Icon size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={title} className={classes.menu}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

export function FilterMenu(props: ToolMenuProps) {
  const text = messages().filters
  return (
    <ToolPopover {...props} label={text.filter} title={text.title} icon={IconFilter} width={360}>
      <NarrowForm />
    </ToolPopover>
  )
}

function NarrowForm() {
  const { where, setWhere } = usePipelineParts('where', 'setWhere')
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const text = messages().filters
  const set = <T extends keyof DealWhere>(trait: T, value: DealWhere[T] | undefined) =>
    setWhere(
      value === undefined ? withoutTrait(where, trait) : { ...withoutTrait(where, trait), [trait]: value },
    )
  const papers: NonNullable<DealWhere['papers']>[] = [
    'complete',
    'missing',
    OWN_LINE,
    ...(profile?.expected_documents ?? []).map((kind) => `${KIND_LINE}${kind}` as const),
  ]
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
        <Dollars
          label={text.amountFrom}
          cents={where.amount_from_cents}
          onChange={(cents) => set('amount_from_cents', cents)}
        />
        <Dollars
          label={text.amountTo}
          cents={where.amount_to_cents}
          onChange={(cents) => set('amount_to_cents', cents)}
        />
        <Days
          label={text.updated}
          days={where.updated_within_days}
          choices={SINCE}
          words={sinceText}
          onChange={(days) => set('updated_within_days', days)}
        />
        <Days
          label={text.submitted}
          days={where.submitted_within_days}
          choices={SINCE}
          words={sinceText}
          onChange={(days) => set('submitted_within_days', days)}
        />
        <Days
          label={text.expires}
          days={where.expires_within_days}
          choices={UNTIL}
          words={untilText}
          onChange={(days) => set('expires_within_days', days)}
        />
        <Choice
          label={text.problems}
          value={where.problems}
          data={[
            { value: 'some', label: text.problemsSome },
            { value: 'none', label: text.problemsNone },
          ]}
          onChange={(value) => set('problems', value as DealWhere['problems'])}
        />
        <Choice
          label={text.papers}
          value={where.papers}
          data={papers.map((value) => ({ value, label: papersText(value, profile) }))}
          onChange={(value) => set('papers', value)}
        />
        <PickInput
          size="xs"
          label={text.region}
          placeholder={text.any}
          choices={US_STATES}
          value={where.region ?? ''}
          clearable
          withinPortal={false}
          onPick={(value) => set('region', value === '' ? undefined : value)}
        />
        <Choice
          label={text.status}
          value={where.status}
          data={['draft', 'refused', 'unknown', ...PARTNER_STATUSES].map((value) => ({
            value,
            label: statusText(value),
          }))}
          onChange={(value) => set('status', value)}
        />
      </SimpleGrid>
      <Checkbox
        size="sm"
        label={text.underWay}
        checked={where.under_way ?? false}
        onChange={(event) => set('under_way', event.currentTarget.checked || undefined)}
      />
      <Group justify="flex-end">
        <Button
          size="xs"
          variant="subtle"
          onClick={() => setWhere({})}
          disabled={Object.keys(where).length === 0}
        >
          {text.clear}
        </Button>
      </Group>
    </Stack>
  )
}

function Dollars({
  label,
  cents,
  onChange,
}: {
  label: string
  cents: number | undefined
  onChange: (cents: number | undefined) => void
}) {
  return (
    <SyncedNumberInput
      size="xs"
      label={label}
      entry={MONEY_ENTRY}
      value={cents === undefined ? '' : moneyText(cents)}
      onValue={(kept) => onChange(kept === null ? undefined : (typedCents(kept) ?? undefined))}
    />
  )
}

function Days({
  label,
  days,
  choices,
  words: say,
  onChange,
}: {
  label: string
  days: number | undefined
  choices: readonly number[]
  words: (days: number) => string
  onChange: (days: number | undefined) => void
}) {
  return (
    <Choice
      label={label}
      value={days === undefined ? undefined : String(days)}
      data={choices.map((one) => ({ value: String(one), label: say(one) }))}
      onChange={(value) => onChange(value === undefined ? undefined : Number(value))}
    />
  )
}

function Choice({
  label,
  value,
  data,
  onChange,
}: {
  label: string
  value: string | undefined
  data: { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}) {
  return (
    <Select
      size="xs"
      label={label}
      placeholder={messages().filters.any}
      data={data}
      value={value ?? null}
      clearable
      // Render the options inside the popover. Otherwise, a click on an option would count as a click outside the popover and close it.
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}

type Trait = keyof DealWhere

export function traitsOf(
  where: DealWhere,
  profile: PayloadProfile | null,
): { trait: Trait; label: string }[] {
  const text = messages().filters
  const labels: { [T in Trait]?: (value: NonNullable<DealWhere[T]>) => string } = {
    amount_from_cents: (cents) => text.traitAmountFrom(formatCents(cents)),
    amount_to_cents: (cents) => text.traitAmountTo(formatCents(cents)),
    updated_within_days: (days) => text.traitUpdated(sinceText(days)),
    submitted_within_days: (days) => text.traitSubmitted(sinceText(days)),
    expires_within_days: (days) => text.traitExpires(untilText(days)),
    problems: (problems) => (problems === 'some' ? text.traitProblemsSome : text.traitProblemsNone),
    papers: (papers) => papersText(papers, profile),
    region: (region) => `${text.region}: ${region}`,
    status: (status) => statusText(status),
    under_way: () => text.underWay,
    needs_you: () => text.needsYou,
  }
  return (Object.keys(labels) as Trait[]).flatMap((trait) => {
    const value = where[trait]
    const label = labels[trait] as ((value: unknown) => string) | undefined
    return value === undefined || label === undefined ? [] : [{ trait, label: label(value) }]
  })
}

function sinceText(days: number): string {
  return days === 0 ? messages().filters.today : messages().filters.lastDays(days)
}

function untilText(days: number): string {
  return days === 0 ? messages().filters.today : messages().filters.nextDays(days)
}

function papersText(papers: NonNullable<DealWhere['papers']>, profile: PayloadProfile | null): string {
  const text = messages().filters
  if (papers === 'complete') return text.papersComplete
  if (papers === 'missing') return text.papersMissing
  if (papers === OWN_LINE) return text.papersOwn
  const kind = papers.slice(KIND_LINE.length)
  return text.lacks(profile?.document_kinds.find(({ value }) => value === kind)?.label ?? kind)
}

function statusText(status: string): string {
  const own = SUBMISSION_STATES.find((state) => state === status)
  return own === undefined ? statusLabel(status) : messages().columns.states[own]
}

export function withoutTrait(where: DealWhere, trait: Trait): DealWhere {
  const { [trait]: _, ...rest } = where
  return rest
}
