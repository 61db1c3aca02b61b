import {
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect } from 'react'
import { EMPTY_BOX, type LendingBox } from '../../../src-shared/lending/lending-box.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { US_STATES } from '../../../src-shared/profile/us-states.ts'
import { followLending, useLending } from '../../stores/lending-store.ts'
import { editedOf } from '../../stores/stored-settings.ts'
import { useUnsaved } from '../../stores/unsaved-store.ts'
import { skipComma } from '../../ui/skip-comma.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { tellError } from '../../ui/tell-error.ts'
import { UnsavedNote } from '../../ui/unsaved-note.tsx'

/** What the funders take, a table of rules a funder. */
export function LendingBoxSection() {
  const { boxes, error, load } = useLending()
  useEffect(followLending, [])
  if (error !== null) return <ErrorNote error={error} onAgain={() => void load()} />
  if (boxes === null) return <Reading lines={1} height={240} />
  return <Boxes saved={boxes} />
}

function Boxes({ saved }: { saved: LendingBox[] }) {
  const save = useLending((state) => state.save)
  const form = useUnsaved('lending', editedOf(saved))
  const edited = form.value
  const said = words().lending
  const boxes = edited.map(({ box }) => box)
  const isUnnamed = boxes.some(({ name }) => name.trim() === '')
  const put = (id: number, changes: Partial<LendingBox>) =>
    form.set(edited.map((one) => (one.id === id ? { id, box: { ...one.box, ...changes } } : one)))
  const add = () =>
    form.set([
      ...edited,
      { id: 1 + Math.max(-1, ...edited.map(({ id }) => id)), box: { name: said.newName, ...EMPTY_BOX } },
    ])
  async function keep() {
    const kept = await save(boxes)
    if (!kept.ok) return tellError(kept.error)
    form.kept(edited)
    notifications.show({ message: said.saved, color: 'teal' })
  }
  return (
    <Stack gap="lg">
      <div>
        <Title order={2}>{said.title}</Title>
        <Text size="sm" c="dimmed" mt={4}>
          {said.intro}
        </Text>
      </div>
      {edited.length === 0 && <Text size="sm">{said.none}</Text>}
      {edited.map(({ id, box }) => (
        <Box
          key={id}
          box={box}
          onChange={(changes) => put(id, changes)}
          onRemove={() => form.set(edited.filter((one) => one.id !== id))}
        />
      ))}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={15} />} onClick={add}>
          {said.add}
        </Button>
        {(edited.length > 0 || form.isChanged) && (
          <Button onClick={() => void keep()} disabled={!form.isChanged || isUnnamed}>
            {words().common.save}
          </Button>
        )}
        <UnsavedNote isChanged={form.isChanged} onDrop={form.drop} />
        {isUnnamed && (
          <Text size="xs" c="dimmed">
            {said.unnamed}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

interface BoxProps {
  box: LendingBox
  onChange: (changes: Partial<LendingBox>) => void
  onRemove: () => void
}

function Box({ box, onChange, onRemove }: BoxProps) {
  const said = words().lending
  return (
    <Paper withBorder p="lg" component="section" aria-label={box.name} data-testid="lending-box">
      <Group justify="space-between" align="flex-end" mb="md">
        <TextInput
          label={said.name}
          value={box.name}
          maxLength={100}
          flex={1}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={15} />}
          aria-label={said.removeNamed(box.name)}
          onClick={onRemove}
        >
          {said.remove}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Money
          label={said.fields.minimum_amount}
          cents={box.minimum_amount_cents}
          onChange={(minimum_amount_cents) => onChange({ minimum_amount_cents })}
        />
        <Money
          label={said.fields.maximum_amount}
          cents={box.maximum_amount_cents}
          onChange={(maximum_amount_cents) => onChange({ maximum_amount_cents })}
        />
        <Whole
          label={said.fields.minimum_score}
          value={box.minimum_score}
          from={300}
          to={850}
          onChange={(minimum_score) => onChange({ minimum_score })}
        />
        <Money
          label={said.fields.minimum_revenue}
          cents={box.minimum_monthly_revenue_cents}
          onChange={(minimum_monthly_revenue_cents) => onChange({ minimum_monthly_revenue_cents })}
        />
        <Whole
          label={said.fields.minimum_months}
          value={box.minimum_months}
          from={0}
          to={1_200}
          onChange={(minimum_months) => onChange({ minimum_months })}
        />
        <Whole
          label={said.fields.maximum_positions}
          value={box.maximum_positions}
          from={0}
          to={20}
          onChange={(maximum_positions) => onChange({ maximum_positions })}
        />
        <NumberInput
          label={said.fields.maximum_times_revenue}
          placeholder={said.noRule}
          value={box.maximum_times_revenue ?? ''}
          min={0}
          max={100}
          decimalScale={2}
          hideControls
          onChange={(value) => onChange({ maximum_times_revenue: value === '' ? null : String(value) })}
        />
      </SimpleGrid>
      <Stack gap="md" mt="md">
        <MultiSelect
          label={said.fields.states}
          placeholder={box.states_excluded.length === 0 ? said.noRule : ''}
          data={US_STATES}
          value={box.states_excluded}
          searchable
          clearable
          onChange={(states_excluded) => onChange({ states_excluded })}
        />
        <TagsInput
          label={said.fields.industries}
          description={said.industriesHint}
          placeholder={box.industries_excluded.length === 0 ? said.noRule : ''}
          value={box.industries_excluded}
          maxTags={100}
          clearable
          onChange={(industries_excluded) => onChange({ industries_excluded })}
        />
      </Stack>
    </Paper>
  )
}

interface MoneyProps {
  label: string
  cents: number | null
  onChange: (cents: number | null) => void
}

function Money({ label, cents, onChange }: MoneyProps) {
  return (
    <NumberInput
      label={label}
      placeholder={words().lending.noRule}
      prefix="$"
      thousandSeparator=","
      onKeyDown={skipComma}
      decimalScale={2}
      min={0}
      hideControls
      value={cents === null ? '' : cents / 100}
      onChange={(value) => onChange(value === '' ? null : Math.round(Number(value) * 100))}
    />
  )
}

interface WholeProps {
  label: string
  value: number | null
  from: number
  to: number
  onChange: (value: number | null) => void
}

function Whole({ label, value, from, to, onChange }: WholeProps) {
  return (
    <NumberInput
      label={label}
      placeholder={words().lending.noRule}
      min={from}
      max={to}
      allowDecimal={false}
      hideControls
      value={value ?? ''}
      onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
    />
  )
}
