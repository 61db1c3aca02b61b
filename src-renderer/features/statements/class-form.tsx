import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { StatementRow } from '../../../src-shared/statements/deal-statements.ts'
import {
  MONEY_IN,
  MONEY_OUT,
  type TransactionClass,
} from '../../../src-shared/statements/transaction-class.ts'
import { classify, type ClassScope } from '../../stores/statements-store.ts'
import { PickInput } from '../../ui/choice-input.tsx'
import { run } from '../../ui/command.tsx'

/** The scope that the broker chose last, because he usually corrects several descriptions in the same way. */
let lastScope: ClassScope = 'row'

interface ClassFormProps {
  row: StatementRow
  /** Called before the list changes, because the changed row may leave the list. */
  onSave: () => void
  onClose: () => void
}

/** Confirms or changes the class of an entry, or of all entries with the same description. */
export function ClassForm({ row, onSave, onClose }: ClassFormProps) {
  const [chosen, setChosen] = useState<TransactionClass>(row.class)
  const [scope, setScope] = useState<ClassScope>(lastScope)
  const text = messages().statements
  const isConfirmation = chosen === row.class && row.class_by === 'suggested'
  async function save(to: TransactionClass | null, applies_to: ClassScope) {
    onSave()
    const before = classBefore(row, applies_to)
    const undo = () => classify(row.row_id, before, applies_to)
    await run(classify(row.row_id, to, applies_to), savedText(to, applies_to), undo)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    lastScope = scope
    void save(chosen, scope)
  }
  function reset() {
    void save(null, row.class_by === 'broker_description' ? 'description' : 'row')
  }
  function onKeyDown(event: KeyboardEvent) {
    // The list of entries moves with the same keys.
    event.stopPropagation()
    const isListOpen =
      event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key === 'Escape' && !isListOpen) onClose()
  }
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} aria-label={text.change.title} data-testid="class-form">
      <Stack gap={8}>
        <PickInput
          size="xs"
          label={text.change.class}
          data-autofocus
          autoFocus
          withinPortal={false}
          choices={choicesFor(row)}
          value={chosen}
          onPick={(value) => setChosen(value as TransactionClass)}
        />
        <Radio.Group
          size="xs"
          label={text.change.applies}
          value={scope}
          onChange={(value) => setScope(value)}
        >
          <Group gap="md" mt={4}>
            <Radio size="xs" value="row" label={text.change.row} />
            <Radio size="xs" value="description" label={text.change.description} />
          </Group>
        </Radio.Group>
        <Group gap="xs">
          <Button size="compact-sm" type="submit">
            {isConfirmation ? text.change.confirm : text.change.save}
          </Button>
          {row.class_by !== 'suggested' && (
            <Button size="compact-sm" variant="default" onClick={reset}>
              {text.change.reset}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={onClose}>
            {messages().common.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function choicesFor({ amount_cents }: StatementRow) {
  const { classes } = messages().statements
  return (amount_cents > 0 ? MONEY_IN : MONEY_OUT).map((value) => ({ value, label: classes[value] }))
}

/** Returns what a change replaces, for undo: the broker's earlier choice for the same scope, or null if there was none. */
function classBefore({ class: before, class_by }: StatementRow, scope: ClassScope): TransactionClass | null {
  return class_by === (scope === 'row' ? 'broker_row' : 'broker_description') ? before : null
}

function savedText(to: TransactionClass | null, scope: ClassScope): string {
  const { change, classes } = messages().statements
  if (to === null) return change.restored
  return (scope === 'row' ? change.saved : change.savedAll)(classes[to])
}
