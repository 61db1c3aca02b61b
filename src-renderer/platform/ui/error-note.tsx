import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { hrefOf } from '../navigation/route.ts'

/** Says whether the partner received the request. Empty if there was none, or if the error's message says it. */
export function outcomeText({ code, outcome }: AppError): string {
  return outcome === 'none' || code === 'PARTNER_VALIDATION_FAILED' ? '' : messages().errors.outcomes[outcome]
}

export function OtherDealLink({ error: { deal_id } }: { error: AppError }) {
  if (deal_id === undefined) return null
  return (
    <Anchor c="inherit" underline="always" href={hrefOf({ screen: 'deal', deal_id })}>
      {messages().errors.openOtherDeal}
    </Anchor>
  )
}

interface ErrorNoteProps {
  error: AppError
  /** Closes the note. Omit this if the user must not close the note. */
  onClose?: () => void
  /** Retries the failed work immediately. Omit this if a retry is not possible. */
  onAgain?: () => void
  children?: ReactNode
}

export function ErrorNote({ error, onClose, onAgain, children }: ErrorNoteProps) {
  return (
    <Alert
      color={error.outcome === 'unknown' ? 'orange' : 'red'}
      icon={<IconAlertTriangle size={18} />}
      title={formatMessage(error.message)}
      role="alert"
      {...(onClose && { withCloseButton: true, closeButtonLabel: messages().errors.dismiss, onClose })}
      data-code={error.code}
    >
      <Text>
        {outcomeText(error)} {formatMessage(error.advice)}
      </Text>
      <OtherDealLink error={error} />
      {onAgain !== undefined && (
        <Button mt="xs" size="xs" onClick={onAgain}>
          {messages().common.tryAgain}
        </Button>
      )}
      {children}
    </Alert>
  )
}
