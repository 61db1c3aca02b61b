import {
  Button,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Title,
  MultiSelect,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { EMPTY_BOX, type CreditBox } from '../../../src-shared/features/credit-box/credit-box.ts'
import {
  NUMBER_RULES,
  readBox,
  typedBox,
  type NumberRule,
  type TypedBox,
} from '../../../src-shared/features/credit-box/typed-box.ts'
import { messages, type Messages } from '../../../src-shared/platform/texts/messages.ts'
import { saveCreditBoxes, useCreditBoxes } from '../../platform/page/server-stores.ts'
import { editedOf, useUnsaved } from '../../platform/page/unsaved-store.ts'
import { NumberEntryInput } from '../../platform/ui/entry-input.tsx'
import { NotLoaded } from '../../platform/ui/loaded.tsx'
import { run } from '../../platform/ui/command.tsx'
import { UnsavedNote } from '../../platform/ui/settings-rows.tsx'
import { matchChoices } from '../../../src-shared/platform/entry/choice.ts'
import { US_STATES } from '../../../src-shared/platform/entry/us-states.ts'
import { Hint } from '../../platform/ui/parts.tsx'

export function CreditBoxSection() {
  const boxes = useCreditBoxes()
  useEffect(() => useCreditBoxes.follow(), [])
  if (boxes.value === null || boxes.error !== null) return <NotLoaded of={boxes} lines={1} height={240} />
  return <Boxes saved={boxes.value} />
}

function Boxes({ saved }: { saved: CreditBox[] }) {
  const form = useUnsaved('creditBox', editedOf(saved))
  const edited = form.value
  const text = messages().creditBox
  const boxes = edited.flatMap(({ box }) => readBox(box) ?? [])
  const isWrong = boxes.length < edited.length
  const isUnnamed = edited.some(({ box }) => box.name.trim() === '')
  const put = (id: number, changes: Partial<TypedBox>) =>
    form.set(edited.map((one) => (one.id === id ? { id, box: { ...one.box, ...changes } } : one)))
  const add = () =>
    form.set([
      ...edited,
      {
        id: 1 + Math.max(-1, ...edited.map(({ id }) => id)),
        box: typedBox({ name: text.newName, ...EMPTY_BOX }),
      },
    ])
  async function keep() {
    if ((await run(saveCreditBoxes(boxes), text.saved)) !== null) form.kept(edited)
  }
  return (
    <Stack gap="lg">
      <div>
        <Title order={2}>{messages().shell.sections.creditBox}</Title>
        <Text c="dimmed" mt={4}>
          {text.intro}
        </Text>
      </div>
      {edited.length === 0 && <Text>{text.none}</Text>}
      {edited.map(({ id, box }) => (
        <Box
          key={id}
          box={box}
          onChange={(changes) => put(id, changes)}
          onRemove={() => form.set(edited.filter((one) => one.id !== id))}
        />
      ))}
      <Group>
        <Button leftSection={<IconPlus size={15} />} onClick={add}>
          {text.add}
        </Button>
        {(edited.length > 0 || form.isChanged) && (
          <Button
            variant="filled"
            onClick={() => void keep()}
            disabled={!form.isChanged || isUnnamed || isWrong}
          >
            {messages().common.save}
          </Button>
        )}
        <UnsavedNote isChanged={form.isChanged} onDrop={form.drop} />
        {isUnnamed && <Hint>{text.unnamed}</Hint>}
      </Group>
    </Stack>
  )
}

type Label = keyof Messages['creditBox']['fields']

const OF_STATEMENTS: readonly [rule: NumberRule, label: Label][] = [
  ['minimum_average_daily_balance_cents', 'minimum_balance'],
  ['maximum_nsf_per_month', 'maximum_nsf'],
  ['maximum_negative_days', 'maximum_negative_days'],
  ['maximum_funder_share', 'maximum_funder_share'],
  ['minimum_deposits', 'minimum_deposits'],
]

const NUMBERS: readonly [rule: NumberRule, label: Label][] = [
  ['minimum_amount_cents', 'minimum_amount'],
  ['maximum_amount_cents', 'maximum_amount'],
  ['minimum_score', 'minimum_score'],
  ['minimum_monthly_revenue_cents', 'minimum_revenue'],
  ['minimum_months', 'minimum_months'],
  ['maximum_positions', 'maximum_positions'],
  ['maximum_times_revenue', 'maximum_times_revenue'],
]

interface BoxProps {
  box: TypedBox
  onChange: (changes: Partial<TypedBox>) => void
  onRemove: () => void
}

function Box({ box, onChange, onRemove }: BoxProps) {
  const text = messages().creditBox
  return (
    <Paper withBorder p="lg" component="section" aria-label={box.name} data-testid="credit-box">
      <Group justify="space-between" align="flex-end" mb="md">
        <TextInput
          label={messages().common.name}
          value={box.name}
          maxLength={100}
          flex={1}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={15} />}
          aria-label={text.removeNamed(box.name)}
          onClick={onRemove}
        >
          {messages().common.remove}
        </Button>
      </Group>
      <NumberRules rules={NUMBERS} box={box} onChange={onChange} />
      <Stack gap="md" mt="md">
        <StatesInput
          label={text.fields.states}
          placeholder={box.states_excluded.length === 0 ? text.noRule : ''}
          states={box.states_excluded}
          onChange={(states_excluded) => onChange({ states_excluded })}
        />
        <TagsInput
          label={text.fields.industries}
          description={text.industriesHint}
          placeholder={box.industries_excluded.length === 0 ? text.noRule : ''}
          value={box.industries_excluded}
          maxTags={100}
          clearable
          onChange={(industries_excluded) => onChange({ industries_excluded })}
        />
      </Stack>
      <Title order={3} size="h5" mt="lg">
        {messages().statements.title}
      </Title>
      <Hint mb="sm">{text.statementsHint}</Hint>
      <NumberRules rules={OF_STATEMENTS} box={box} onChange={onChange} />
    </Paper>
  )
}

interface NumberRulesProps extends Omit<BoxProps, 'onRemove'> {
  rules: readonly [rule: NumberRule, label: Label][]
}

function NumberRules({ rules, box, onChange }: NumberRulesProps) {
  const text = messages().creditBox
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {rules.map(([rule, label]) => (
        <NumberEntryInput
          key={rule}
          label={text.fields[label]}
          placeholder={text.noRule}
          entry={NUMBER_RULES[rule]}
          value={box[rule]}
          onChange={(kept) => onChange({ [rule]: kept })}
        />
      ))}
    </SimpleGrid>
  )
}

interface StatesInputProps {
  label: string
  placeholder: string
  states: string[]
  onChange: (states: string[]) => void
}

/**
 * A field for several states. The Enter key and the Tab key add the best match for the typed text. Text that matches no state remains as
 * typed.
 */
function StatesInput({ label, placeholder, states, onChange }: StatesInputProps) {
  const [typed, setTyped] = useState('')
  const [isEdited, setEdited] = useState(false)
  const isLeaving = useRef(false)
  function takeByTab(event: KeyboardEvent) {
    const best = typed.trim() === '' ? undefined : matchChoices(US_STATES, typed)[0]
    if (event.key !== 'Tab' || best === undefined) return
    setTyped('')
    if (!states.includes(best.value)) onChange([...states, best.value])
  }
  return (
    <MultiSelect
      label={label}
      placeholder={placeholder}
      data={US_STATES}
      value={states}
      onChange={onChange}
      searchable
      clearable
      filter={({ search }) => matchChoices(US_STATES, search)}
      // While the field is empty, select no option. Otherwise, Enter would add the first state of the list.
      selectFirstOptionOnChange={typed !== ''}
      nothingFoundMessage={messages().application.nothingLikeThat}
      error={typed.trim() !== '' && !isEdited ? messages().form.state : null}
      searchValue={typed}
      onSearchChange={(next) => {
        // When the field loses the focus, Mantine clears the text. Ignore this change.
        if (!isLeaving.current) setTyped(next)
      }}
      onKeyDown={takeByTab}
      onFocus={() => {
        isLeaving.current = false
        setEdited(true)
      }}
      onBlur={() => {
        isLeaving.current = true
        setEdited(false)
      }}
    />
  )
}
