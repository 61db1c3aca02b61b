import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { standingOf } from '../../../src-shared/domain/offer.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { language, LANGUAGES, words, type Language } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatCents } from '../../ui/formats.ts'

const MOST_COLUMNS = 6

/** What goes on the merchant's paper, in the merchant's language. */
export function PrintDialog({ deal, broker, onClose }: { deal: Deal; broker: string; onClose: () => void }) {
  const said = words().offers
  const [now] = useState(Date.now)
  const [chosen, setChosen] = useState(() =>
    deal.offers
      .filter((offer) => ['open', 'accepted'].includes(standingOf(offer, now)))
      .slice(0, MOST_COLUMNS)
      .map(({ offer_id }) => offer_id),
  )
  const [to, setTo] = useState<Language>(language)
  const [name, setName] = useState(broker)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  async function save() {
    setBusy(true)
    const { deal_id } = deal
    const offer_ids = deal.offers.map(({ offer_id }) => offer_id).filter((id) => chosen.includes(id))
    const printed = await call('offers.print', { deal_id, offer_ids, language: to, broker_name: name.trim() })
    setBusy(false)
    if (!printed.ok) return setError(printed.error)
    setError(null)
    const { saved_as } = printed.value
    if (saved_as === null) return
    notifications.show({ message: said.printing.saved(saved_as), color: 'teal' })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={said.printing.title}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {said.printing.hint}
        </Text>
        <Checkbox.Group label={said.printing.which} value={chosen} onChange={setChosen}>
          <Stack gap={6} mt={6}>
            {deal.offers.map((offer, at) => (
              <Checkbox
                key={offer.offer_id}
                value={offer.offer_id}
                label={said.columnName(at + 1, formatCents(offer.amount_cents))}
                description={said.standing[standingOf(offer, now)]}
                disabled={chosen.length >= MOST_COLUMNS && !chosen.includes(offer.offer_id)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Stack gap={4}>
          <Text size="sm" fw={500} id="print-language">
            {said.printing.language}
          </Text>
          <SegmentedControl
            aria-labelledby="print-language"
            value={to}
            onChange={(value) => setTo(value as Language)}
            data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
            w="fit-content"
          />
        </Stack>
        <TextInput
          label={said.printing.name}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end">
          {chosen.length === 0 && (
            <Text size="xs" c="dimmed">
              {said.printing.nothingChosen}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            {words().common.cancel}
          </Button>
          <Button
            leftSection={<IconPrinter size={15} />}
            loading={busy}
            disabled={chosen.length === 0}
            onClick={() => void save()}
          >
            {said.printing.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
