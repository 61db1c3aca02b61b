import { ActionIcon, Badge, Group, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Deal, DealDocument, DocumentState } from '../../../src-shared/domain/deal.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { PickInput } from '../../ui/choice-input.tsx'
import { formatBytes } from '../../ui/formats.ts'
import { Thumbnail } from '../viewer/thumbnail.tsx'
import { openViewer } from '../viewer/viewer-store.ts'
import { KindReason, PeriodField } from './document-reading.tsx'
import { DocumentSending } from './document-sending.tsx'
import { removeDocuments } from './remove-documents.tsx'
import classes from './documents.module.css'
import { notifyFailure } from '../../ui/notify-error.ts'

const COLORS: Record<DocumentState, string> = {
  attached: 'gray',
  queued: 'blue',
  sending: 'blue',
  received: 'teal',
  refused: 'red',
  unknown: 'orange',
}

/** One PDF: what it is, where it stands, and what can be done with it now. */
export function DocumentRow({ document, deal }: { document: DealDocument; deal: Deal }) {
  const profile = useEnvironment((state) => state.profile)
  const { document_id, name, kind, size, pages, state } = document
  const t = messages().documents
  const isEditable = state === 'attached' || state === 'refused'
  return (
    <div className={classes.document} role="listitem" data-document={name} data-state={state}>
      <UnstyledButton
        className={classes.thumbnail}
        aria-label={messages().viewer.open(name)}
        onClick={() => openViewer(document_id)}
      >
        <Thumbnail document={document} />
      </UnstyledButton>
      <div className={classes.about}>
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <div style={{ minWidth: 0, flex: 1 }}>
            <Text size="sm" className={classes.fileName}>
              {name}
            </Text>
            <Text size="xs" c="dimmed" className="tabular">
              {pages !== null && `${t.pages(pages)} · `}
              {formatBytes(size)}
            </Text>
          </div>
          <Group gap={4} wrap="nowrap" flex="none">
            <Badge color={COLORS[state]} variant="light" tt="none" radius="sm">
              {t.states[state]}
            </Badge>
            {isEditable && (
              <Tooltip label={t.remove}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t.removeNamed(name)}
                  onClick={() => void removeDocuments([document])}
                >
                  <IconX size={14} />
                </ActionIcon>
              </Tooltip>
            )}
          </Group>
        </Group>
        {isEditable && profile !== null && (
          <PickInput
            mt={4}
            maw={320}
            size="xs"
            aria-label={t.kindOf(name)}
            choices={kindChoices(profile)}
            value={kind}
            onPick={(next) => void notifyFailure(call('documents.set_kind', { document_id, kind: next }))}
          />
        )}
        {!isEditable && (
          <Text size="xs" c="dimmed">
            {profile?.document_kinds.find(({ value }) => value === kind)?.label ?? kind}
          </Text>
        )}
        {isEditable && <KindReason reading={document.reading} />}
        <PeriodField document={document} />
        <DocumentSending document={document} deal={deal} />
      </div>
    </div>
  )
}

function kindChoices(profile: PayloadProfile) {
  return profile.document_kinds.map(({ value, label, assumed }) => ({
    value,
    label: assumed ? messages().documents.assumed(label) : label,
  }))
}
