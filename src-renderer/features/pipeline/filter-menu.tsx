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
import { usePipeline } from './pipeline-store.ts'
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
    <ToolPopover
      {...props}
      label={text.filter}
      title={messages().pipeline.actions.filter}
      icon={IconFilter}
      width={360}
    >
      <NarrowForm />
    </ToolPopover>
  )
}

type Trait = keyof DealWhere

interface TraitField<Value> {
  label: string
  /** The values to choose from, with their texts. Missing for an amount, for a state, and for a trait that is only on or off. */
  choices?: readonly (readonly [value: Value, text: string])[]
  /** Names the trait above the list. The default is the text of the chosen value. */
  says?: (value: Value) => string
}

type TraitFields = { [T in Trait]-?: TraitField<NonNullable<DealWhere[T]>> }

function traitFields(profile: PayloadProfile | null): TraitFields {
  const text = messages().filters
  const papers = [
    'complete',
    'missing',
    OWN_LINE,
    ...(profile?.expected_documents ?? []).map((kind) => KIND_LINE + kind),
  ]
  const since = SINCE.map((days) => [days, sinceText(days)] as const)
  return {
    amount_from_cents: { label: text.amountFrom, says: (cents) => text.traitAmountFrom(formatCents(cents)) },
    amount_to_cents: { label: text.amountTo, says: (cents) => text.traitAmountTo(formatCents(cents)) },
    updated_within_days: {
      label: messages().columns.names.updated,
      choices: since,
      says: (days) => text.traitUpdated(sinceText(days)),
    },
    submitted_within_days: {
      label: messages().columns.names.submitted,
      choices: since,
      says: (days) => text.traitSubmitted(sinceText(days)),
    },
    expires_within_days: {
      label: messages().columns.names.expires,
      choices: UNTIL.map((days) => [days, untilText(days)]),
      says: (days) => text.traitExpires(untilText(days)),
    },
    problems: {
      label: text.problems,
      choices: [
        ['some', text.problemsSome],
        ['none', text.problemsNone],
      ],
      says: (problems) => (problems === 'some' ? text.traitProblemsSome : text.traitProblemsNone),
    },
    papers: {
      label: messages().documents.checklist.title,
      choices: papers.map((value) => [value, papersText(value, profile)]),
      says: (value) => papersText(value, profile),
    },
    region: { label: text.region, says: (region) => `${text.region}: ${region}` },
    status: {
      label: text.status,
      choices: ['draft', 'refused', 'unknown', ...PARTNER_STATUSES].map((value) => [
        value,
        statusText(value),
      ]),
      says: statusText,
    },
    under_way: { label: text.underWay },
    needs_you: { label: text.needsYou },
    need: { label: text.needsYou, says: (need) => messages().today.needs[need] },
  }
}

const IN_GRID = [
  'amount_from_cents',
  'amount_to_cents',
  'updated_within_days',
  'submitted_within_days',
  'expires_within_days',
  'problems',
  'papers',
  'region',
  'status',
] as const satisfies Trait[]

function NarrowForm() {
  const { where, setWhere } = usePipeline()
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const fields = traitFields(profile)
  const text = messages().filters
  const set = (trait: Trait, value: unknown) =>
    setWhere({ ...withoutTrait(where, trait), ...(value !== undefined && { [trait]: value }) })
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
        {IN_GRID.map((trait) => (
          <TraitInput
            key={trait}
            trait={trait}
            field={fields[trait] as TraitField<string | number>}
            value={where[trait]}
            onChange={(value) => set(trait, value)}
          />
        ))}
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

interface TraitInputProps {
  trait: (typeof IN_GRID)[number]
  field: TraitField<string | number>
  value: string | number | undefined
  onChange: (value: string | number | undefined) => void
}

function TraitInput({ trait, field: { label, choices = [] }, value, onChange }: TraitInputProps) {
  const common = { size: 'xs', label, placeholder: messages().filters.any } as const
  if (trait === 'amount_from_cents' || trait === 'amount_to_cents')
    return (
      <SyncedNumberInput
        size="xs"
        label={label}
        entry={MONEY_ENTRY}
        value={value === undefined ? '' : moneyText(Number(value))}
        onValue={(kept) => onChange(typedCents(kept ?? '') ?? undefined)}
      />
    )
  // Render the options inside the popover. Otherwise, a click on an option would count as a click outside the popover and close it.
  if (trait === 'region')
    return (
      <PickInput
        {...common}
        choices={US_STATES}
        value={String(value ?? '')}
        clearable
        withinPortal={false}
        onPick={(picked) => onChange(picked || undefined)}
      />
    )
  return (
    <Select
      {...common}
      data={choices.map(([one, said]) => ({ value: String(one), label: said }))}
      value={value === undefined ? null : String(value)}
      clearable
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => onChange(choices.find(([one]) => String(one) === chosen)?.[0])}
    />
  )
}

export function traitsOf(
  where: DealWhere,
  profile: PayloadProfile | null,
): { trait: Trait; label: string }[] {
  return (Object.entries(traitFields(profile)) as [Trait, TraitField<unknown>][]).flatMap(
    ([trait, field]) => {
      const value = where[trait]
      return value === undefined ? [] : [{ trait, label: field.says?.(value) ?? field.label }]
    },
  )
}

function sinceText(days: number): string {
  return days === 0 ? messages().today.title : messages().filters.lastDays(days)
}

function untilText(days: number): string {
  return days === 0 ? messages().today.title : messages().filters.nextDays(days)
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
  return own === undefined ? statusLabel(status) : messages().states[own]
}

export function withoutTrait(where: DealWhere, trait: Trait): DealWhere {
  const { [trait]: _, ...rest } = where
  return rest
}
