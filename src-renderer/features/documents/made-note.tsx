import { Alert, Button, Group, Text } from '@mantine/core'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { removeDocuments } from './remove-documents.tsx'

interface MadeNoteProps {
  made: DealDocument[]
  /** The documents that its pages come from. */
  of: DealDocument[]
  onClose: () => void
}

/** What came of arranging pages: it can be taken back, or the documents that it replaces removed. */
export function MadeNote({ made, of, onClose }: MadeNoteProps) {
  const t = words().pages
  async function remove(documents: DealDocument[]) {
    if (await removeDocuments(documents)) onClose()
  }
  return (
    <Alert
      color="teal"
      withCloseButton
      closeButtonLabel={words().documents.putAway}
      onClose={onClose}
      role="status"
      data-testid="pages-made"
    >
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {t.made(made.map(({ name }) => name).join(', '))} {t.originalsStay}
      </Text>
      <Group gap="xs" mt={4}>
        <Button size="compact-xs" variant="light" onClick={() => void remove(of)}>
          {t.removeOriginals(of.length)}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => void remove(made)}>
          {words().common.undo}
        </Button>
      </Group>
    </Alert>
  )
}
