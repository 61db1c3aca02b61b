import { Alert, Button, Group, Text } from '@mantine/core'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useBusy } from '../../ui/command.tsx'
import { useAttaching } from '../../stores/attach-store.ts'
import { removeDocuments } from './document-row.tsx'

/** Offers to combine photos that the broker attached together, such as both sides of a driver's license, into one document. */
export function CombinePhotos({
  deal_id,
  documents,
}: {
  deal_id: string
  documents: readonly DealDocument[]
}) {
  const ids = useAttaching((state) => state.photos[deal_id])
  const { busy, run } = useBusy()
  const text = messages().documents.attaching
  const photos = (ids ?? []).flatMap(
    (id) => documents.find((one) => one.document_id === id && one.state === 'attached') ?? [],
  )
  if (photos.length < 2) return null
  const close = () => useAttaching.getState().keepSeparate(deal_id)

  async function combine() {
    const work = call('documents.arrange', {
      deal_id,
      results: [
        {
          name: text.combinedName,
          pages: photos.map(({ document_id }) => ({ document_id, page: 0, turn: 0 })),
        },
      ],
      // The app made these PDFs from photos, so no bank has issued them.
      accepts_losses: true,
    })
    if ((await run(work)) === null) return
    close()
    await removeDocuments(photos)
  }
  return (
    <Alert color="blue" role="status" data-testid="combine-photos">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{text.photos(photos.length)}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="filled" loading={busy} onClick={() => void combine()}>
            {text.combine}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={close}>
            {text.keepSeparate}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
