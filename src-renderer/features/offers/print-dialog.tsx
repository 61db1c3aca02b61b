import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { offerStandings, offersOfStanding } from '../../../src-shared/domain/offer-standings.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { businessStateOf } from '../../../src-shared/merchant-page/gate-messages.ts'
import { passMerchantGate, type Gate } from '../../../src-shared/merchant-page/gate.ts'
import { loadMessages } from '../../../src-shared/messages/load-messages.ts'
import {
  language,
  LANGUAGES,
  messages,
  type Language,
  type Messages,
} from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatCents } from '../../ui/formats.ts'
import { GateNotes } from './gate-notes.tsx'

const MOST_COLUMNS = 6

/** Lets the broker choose the offers and the language of the page for the merchant, and saves the page. */
export function PrintDialog({ deal, broker, onClose }: { deal: Deal; broker: string; onClose: () => void }) {
  const text = messages().offers
  const [now] = useState(Date.now)
  const standings = offerStandings(deal, deal.own_offers, now)
  const [chosen, setChosen] = useState(() =>
    offersOfStanding(deal, ['open', 'accepted'], now)
      .slice(0, MOST_COLUMNS)
      .map(({ offer_id }) => offer_id),
  )
  const [to, setTo] = useState<Language>(language)
  const [name, setName] = useState(broker)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const gate = useGate({ deal, chosen, to, broker: name.trim(), now })
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
    notifications.show({ message: text.printing.saved(saved_as), color: 'teal' })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={text.printing.title}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text.printing.hint}
        </Text>
        <Checkbox.Group label={text.printing.which} value={chosen} onChange={setChosen}>
          <Stack gap={6} mt={6}>
            {deal.offers.map((offer, at) => (
              <Checkbox
                key={offer.offer_id}
                value={offer.offer_id}
                label={text.columnName(at + 1, formatCents(offer.amount_cents))}
                description={text.states[standings[at] ?? 'other']}
                disabled={chosen.length >= MOST_COLUMNS && !chosen.includes(offer.offer_id)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Stack gap={4}>
          <Text size="sm" fw={500} id="print-language">
            {text.printing.language}
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
          label={text.printing.name}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {gate !== null && <GateNotes gate={gate} refused={text.gate.refused} />}
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end">
          {chosen.length === 0 && (
            <Text size="xs" c="dimmed">
              {text.printing.nothingChosen}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            {messages().common.cancel}
          </Button>
          <Button
            leftSection={<IconPrinter size={15} />}
            loading={busy}
            disabled={chosen.length === 0 || gate?.ok !== true}
            onClick={() => void save()}
          >
            {text.printing.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/**
 * Checks in advance whether main will refuse to print the page for the merchant. Returns null if no offer is chosen, or while the messages
 * in the chosen language load.
 */
function useGate({ deal, chosen, to, broker, now }: GateOf): Gate | null {
  const [said, setSaid] = useState<{ language: Language; said: Messages } | null>(null)
  useEffect(() => {
    let is_current = true
    void loadMessages(to).then((loaded) => {
      if (is_current) setSaid({ language: to, said: loaded })
    })
    return () => void (is_current = false)
  }, [to])
  if (chosen.length === 0 || said?.language !== to) return null
  const offers = deal.offers
    .map((offer, at) => ({ number: at + 1, offer }))
    .filter(({ offer }) => chosen.includes(offer.offer_id))
  const { legal_name: merchant, values } = deal
  const made_at = new Date(now).toISOString()
  const state = businessStateOf(values)
  return passMerchantGate({ merchant, broker, made_at, offers, state }, to, said.said.offers)
}

interface GateOf {
  deal: Deal
  chosen: readonly string[]
  to: Language
  broker: string
  now: number
}
