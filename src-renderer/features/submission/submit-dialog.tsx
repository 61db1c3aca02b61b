import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { useOffice } from '../../stores/office-store.ts'
import { EnvironmentBadge } from '../shell/shell.tsx'
import { formatCents } from '../../ui/formats.ts'

interface SubmitDialogProps {
  deal: Deal
  profile: PayloadProfile
  onClose: () => void
  onSubmit: () => void
}

/** Says what goes out, and where to, before it does. */
export function SubmitDialog({ deal, profile, onClose, onSubmit }: SubmitDialogProps) {
  const base_url = useOffice((state) => state.environment?.base_url)
  const kinds = new Set(deal.document_list.map(({ kind }) => kind))
  const missing = profile.expected_documents
    .filter((kind) => !kinds.has(kind))
    .map((kind) => profile.document_kinds.find(({ value }) => value === kind)?.label ?? kind)
  return (
    <Modal opened onClose={onClose} title="Submit this application?">
      <Stack gap="sm">
        <EnvironmentBadge />
        <Text size="sm">
          {deal.legal_name} asks for <strong className="tabular">{formatCents(deal.amount_cents)}</strong>.
          The application goes to {base_url}, then{' '}
          {deal.documents === 0
            ? 'no documents, since none are attached.'
            : `${deal.documents} ${deal.documents === 1 ? 'document' : 'documents'}, each by itself.`}
        </Text>
        {missing.length > 0 && (
          <Alert color="orange" title="Packages without these are commonly sent back">
            <List size="sm">
              {missing.map((label) => (
                <List.Item key={label}>{label}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Not yet
          </Button>
          <Button leftSection={<IconSend size={15} />} onClick={onSubmit} data-autofocus>
            Submit
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
