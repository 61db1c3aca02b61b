import { Alert, Button, Group, Text } from '@mantine/core'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { STATEMENT_KINDS } from '../../../src-shared/domain/document-reading.ts'
import { removeDocuments } from './remove-documents.tsx'

interface MadeNoteProps {
  made: DealDocument[]
  /** The documents that its pages come from. */
  of: DealDocument[]
  onClose: () => void
}

/** Shows the documents made of pages, with Undo. Offers to remove the originals, unless one is a statement. */
export function MadeNote({ made, of, onClose }: MadeNoteProps) {
  const t = messages().pages
  const statements = of.filter(({ kind }) => STATEMENT_KINDS.has(kind))
  async function remove(documents: DealDocument[]) {
    if (await removeDocuments(documents)) onClose()
  }
  return (
    <Alert
      color="teal"
      withCloseButton
      closeButtonLabel={messages().documents.dismiss}
      onClose={onClose}
      role="status"
      data-testid="pages-made"
    >
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {t.made(made.map(({ name }) => name).join(', '))}{' '}
        {statements.length === 0
          ? t.originalsStay
          : t.statement.stays(statements.map(({ name }) => name).join(', '))}
      </Text>
      <Group gap="xs" mt={4}>
        {statements.length === 0 && (
          <Button size="compact-xs" variant="light" onClick={() => void remove(of)}>
            {t.removeOriginals(of.length)}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" onClick={() => void remove(made)}>
          {messages().common.undo}
        </Button>
      </Group>
    </Alert>
  )
}
