import type { Message } from '../../../src-shared/messages/message.ts'
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { keysText } from '../../actions/keys.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { takeStep } from '../application/form-undo.ts'
import classes from './deal.module.css'

/** Undo and redo of the form; each says what it would change. */
export function UndoButtons() {
  const { undo, redo } = useDeal((state) => state.history)
  return (
    <Group gap={2} wrap="nowrap">
      <StepButton direction="undo" what={undo} />
      <StepButton direction="redo" what={redo} />
    </Group>
  )
}

function StepButton({ direction, what }: { direction: 'undo' | 'redo'; what: Message | null }) {
  const isUndo = direction === 'undo'
  const said = messages().deal
  const nothing = isUndo ? said.nothingToUndo : said.nothingToRedo
  const label = what === null ? nothing : (isUndo ? said.undoWhat : said.redoWhat)(formatMessage(what))
  const Icon = isUndo ? IconArrowBackUp : IconArrowForwardUp
  return (
    <Tooltip label={what === null ? label : `${label} (${keysText(isUndo ? 'mod+Z' : 'mod+shift+Z')})`}>
      <ActionIcon
        variant="subtle"
        className={classes.step}
        color="gray"
        aria-label={label}
        // Not `disabled`: a button that goes dead under the keyboard loses the place.
        aria-disabled={what === null}
        {...(what === null && { 'data-disabled': true })}
        onClick={() => what !== null && void takeStep(direction)}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
