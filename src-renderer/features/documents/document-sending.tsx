import { Button, Group, Progress, Text } from '@mantine/core'
import type { Deal, DealDocument } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { call } from '../../api/funding-desk.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatBytes } from '../../ui/formats.ts'
import { notifyFailure } from '../../ui/notify-error.ts'
import { QueuedDocument } from '../submission/queue-strip.tsx'
import { ResolveUnknown } from '../submission/resolve-unknown.tsx'

/** How far one document is on its way to the service, and what the broker can do about it. */
export function DocumentSending({ document, deal }: { document: DealDocument; deal: Deal }) {
  const { document_id, state, error } = document
  switch (state) {
    case 'received':
      return null
    case 'queued':
      return <QueuedDocument deal={deal} document_id={document_id} />
    case 'sending':
      return <UnderWay document={document} />
    case 'unknown':
      return (
        error !== null && (
          <ErrorNote error={error}>
            <ResolveUnknown deal={deal} document={document} />
          </ErrorNote>
        )
      )
    case 'attached':
    case 'refused':
      return (
        <>
          {error !== null && error.code !== 'SENDING_CANCELLED' && <ErrorNote error={error} />}
          {deal.application_id !== null && <SendOne document={document} />}
        </>
      )
  }
}

function UnderWay({ document: { document_id, deal_id, name, size } }: { document: DealDocument }) {
  const { sent } = useDeal((state) => state.progress[document_id]) ?? { sent: 0 }
  const percent = Math.floor((100 * sent) / Math.max(1, size))
  const t = messages().documents
  return (
    <>
      <Group gap="xs" wrap="nowrap" mt={4}>
        <Progress value={percent} flex={1} aria-label={t.sentOf(name)} />
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t.cancelSending(name)}
          onClick={() => void notifyFailure(call('submission.cancel', { deal_id, document_id }))}
        >
          {messages().common.cancel}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" className="tabular" data-sent={percent}>
        {percent < 100 ? t.sentBytes(formatBytes(sent), formatBytes(size), percent) : t.waitsForAnswer}
      </Text>
    </>
  )
}

/** One that stayed behind goes out on a press of its own, from its beginning. */
function SendOne({ document: { document_id, deal_id, name, error } }: { document: DealDocument }) {
  const t = messages().documents
  const isCancelled = error?.code === 'SENDING_CANCELLED'
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap" mt={4}>
      <Text size="xs" c="dimmed" role="status">
        {isCancelled && `${formatMessage(error.message)} ${messages().errors.outcomes.not_received}`}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        flex="none"
        aria-label={error === null ? t.sendOneNamed(name) : t.sendAgainNamed(name)}
        onClick={() => void notifyFailure(call('submission.send_documents', { deal_id, document_id }))}
      >
        {error === null ? t.sendOne : t.sendAgain}
      </Button>
    </Group>
  )
}
