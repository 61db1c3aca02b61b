import { Button, Group, Modal, type ModalProps, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { create } from 'zustand'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { ErrorNote } from './error-note.tsx'
import classes from './dialog.module.css'
import { Form } from './parts.tsx'

/** The button that does what a dialog is for, and the button that closes the dialog. */
interface DialogAction {
  label: string
  run: () => void
  icon?: ReactNode
  isDangerous?: boolean
  busy?: boolean
  disabled?: boolean
  /** True if the button looks disabled, but can have the focus first. `run` must then do nothing. */
  isBlocked?: boolean
  /** True if Enter in a field does the action, too. Not for an action that the broker must not start by mistake. */
  isForm?: boolean
  /** The button that has the focus first. The default is the element with `data-autofocus`, or else the first one. */
  focus?: 'action' | 'cancel'
  cancel?: string | null
  onCancel?: () => void
  note?: ReactNode
}

interface DialogProps extends Omit<ModalProps, 'opened'> {
  action?: DialogAction
  error?: AppError | null
  question?: ReactNode
  gap?: string
  testId?: string
}

/** The frame of a dialog: its content, its error, and its buttons at the lower right. Render it only while the dialog is open. */
export function Dialog({ action, error, question, gap = 'sm', testId, children, ...modal }: DialogProps) {
  const content = (
    <Stack gap={gap} data-testid={testId}>
      {children}
      {error && <ErrorNote error={error} />}
      {(question || action) && (
        <DialogFoot>{question ?? (action && <Buttons action={action} onClose={modal.onClose} />)}</DialogFoot>
      )}
    </Stack>
  )
  return (
    <Modal opened classNames={{ content: classes.content }} {...modal}>
      {action?.isForm ? <Form onSubmit={action.run}>{content}</Form> : content}
    </Modal>
  )
}

/** The buttons of a dialog, which stay visible while its content scrolls. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>
}

function Buttons({ action, onClose }: { action: DialogAction; onClose: () => void }) {
  const { cancel, onCancel = onClose, focus } = action
  return (
    <Group justify="flex-end">
      {action.note}
      {cancel !== null && (
        <Button onClick={onCancel} data-autofocus={focus === 'cancel' || undefined}>
          {cancel ?? messages().common.cancel}
        </Button>
      )}
      <Button
        variant="filled"
        {...(action.isForm ? { type: 'submit' } : { onClick: action.run })}
        {...(action.isDangerous && { color: 'red.9' })}
        {...(action.isBlocked && { 'data-disabled': true, 'aria-disabled': true })}
        loading={action.busy ?? false}
        disabled={action.disabled ?? false}
        leftSection={action.icon}
        data-autofocus={focus === 'action' || undefined}
      >
        {action.label}
      </Button>
    </Group>
  )
}

interface Confirmation {
  title: string
  text: ReactNode
  action: string
  cancel?: string | null
  isDangerous?: boolean
}

const useAsked = create<{ asked: (Confirmation & { answer: (agrees: boolean) => void }) | null }>(() => ({
  asked: null,
}))

/** Asks the broker, and returns true if the broker agrees. Pressing Escape and closing the dialog decline. */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (agrees: boolean) => {
      useAsked.setState({ asked: null })
      resolve(agrees)
    }
    useAsked.setState({ asked: { ...confirmation, answer } })
  })
}

/** Shows the question that `confirm` asks. Render it once. */
export function ConfirmDialog() {
  const asked = useAsked((state) => state.asked)
  if (asked === null) return null
  const { title, text, action, cancel, isDangerous = false, answer } = asked
  const buttons = {
    label: action,
    run: () => answer(true),
    isDangerous,
    ...(cancel !== undefined && { cancel }),
  }
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      action={{ ...buttons, focus: cancel === null ? 'action' : 'cancel' }}
    >
      {typeof text === 'string' ? <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text> : text}
    </Dialog>
  )
}

type Answer = [label: string, onPress: () => void]

/** Shows a question with two answers in place of a dialog's buttons. The button of the answer `usual` has the focus. */
export function Question({ question, other, usual }: { question: string; other: Answer; usual: Answer }) {
  return (
    <Paper role="alert" p="md" bg="var(--mantine-color-orange-light)">
      <Group justify="space-between">
        <Text>{question}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={other[1]}>
            {other[0]}
          </Button>
          <Button variant="filled" size="xs" autoFocus onClick={usual[1]}>
            {usual[0]}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

/**
 * Asks for confirmation before Escape or the close button discards a dialog's edits. While `question` is not null, it replaces
 * the dialog's buttons.
 */
export function useConfirmClose(
  isChanged: boolean,
  onClose: () => void,
): { onClose: () => void; question: React.ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  const text = messages().common.unsaved
  const isOpen = isAsking && isChanged
  return {
    onClose: () => (isOpen ? stay() : isChanged ? setAsking(true) : onClose()),
    question: isOpen ? (
      <Question question={text.question} other={[text.leave, onClose]} usual={[text.stay, stay]} />
    ) : null,
  }
}
