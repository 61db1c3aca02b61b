import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AppError, Outcome } from '../../src-shared/errors.ts'

const OUTCOME_WORDS: Record<Outcome, string> = {
  none: '',
  not_received: 'The service has received nothing.',
  received: 'The service has received it.',
  unknown: 'It is not known whether the service received it.',
}

interface ErrorNoteProps {
  error: AppError
  /** Given where the note may be put away. */
  onClose?: () => void
  children?: ReactNode
}

/** An error in its three parts: what happened, whether anything was received, what to do. */
export function ErrorNote({ error, onClose, children }: ErrorNoteProps) {
  return (
    <Alert
      color={error.outcome === 'unknown' ? 'orange' : 'red'}
      icon={<IconAlertTriangle size={18} />}
      title={error.message}
      role="alert"
      {...(onClose && { withCloseButton: true, closeButtonLabel: 'Put away', onClose })}
      data-code={error.code}
    >
      <Text size="sm">
        {OUTCOME_WORDS[error.outcome]} {error.advice}
      </Text>
      {children}
    </Alert>
  )
}
