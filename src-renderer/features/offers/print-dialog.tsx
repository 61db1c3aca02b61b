import { Checkbox, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { offerStandings, offersOfStanding } from '../../../src-shared/features/offers/offer-standings.ts'
import type { OffersView } from '../../../src-shared/features/offers/offer-scenario.ts'
import { numberedOffers } from '../../../src-shared/features/merchant-page/page-content.ts'
import { businessStateOf } from '../../../src-shared/features/merchant-page/gate-messages.ts'
import { passMerchantGate, type Gate } from '../../../src-shared/features/merchant-page/gate.ts'
import { language, LANGUAGES, messages, type Language } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { saveFile, useCommand } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { Hint } from '../../platform/ui/parts.tsx'
import { formatCents } from '../../platform/ui/formats.ts'
import { useSpoken } from '../../platform/ui/use-spoken.ts'
import { GateNotes } from './gate-notes.tsx'

const MOST_COLUMNS = 6

interface PrintDialogProps {
  deal: Deal
  view: OffersView
  onClose: () => void
}

export function PrintDialog({ deal, view, onClose }: PrintDialogProps) {
  const text = messages().offers
  const [now] = useState(Date.now)
  const standings = offerStandings(deal, deal.own_offers, now)
  const [chosen, setChosen] = useState(() =>
    offersOfStanding(deal, ['open', 'accepted'], now)
      .slice(0, MOST_COLUMNS)
      .map(({ offer_id }) => offer_id),
  )
  const [to, setTo] = useState<Language>(language)
  const [name, setName] = useState(view.broker_name)
  const [printsTried, setPrintsTried] = useState(false)
  const offers = numberedOffers(deal.offers, view.own)
  const hasTried = offers.some(
    ({ offer, is_tried: isTried }) => isTried === true && chosen.includes(offer.offer_id),
  )
  const tried = hasTried && printsTried
  const { busy, error, run } = useCommand()
  const gate = useGate({ deal, own: tried ? view.own : [], chosen, to, broker: name.trim(), now })
  async function save() {
    const { deal_id } = deal
    const offer_ids = deal.offers.map(({ offer_id }) => offer_id).filter((id) => chosen.includes(id))
    const work = call('offers.print', { deal_id, offer_ids, language: to, broker_name: name.trim(), tried })
    if (await saveFile(work, text.printing.saved, run)) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={text.printing.title}
      gap="md"
      error={error}
      action={{
        label: text.printing.save,
        run: () => void save(),
        icon: <IconPrinter size={15} />,
        busy,
        disabled: chosen.length === 0 || gate?.ok !== true,
        note: chosen.length === 0 && <Hint>{text.printing.nothingChosen}</Hint>,
      }}
    >
      <Hint size="sm">{text.printing.hint}</Hint>
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
      {hasTried && (
        <Checkbox
          label={text.printing.tried}
          checked={printsTried}
          onChange={(event) => setPrintsTried(event.currentTarget.checked)}
        />
      )}
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
    </Dialog>
  )
}

/**
 * Checks in advance whether main will refuse to print the page for the merchant. Returns null if no offer is chosen, or while the messages
 * in the chosen language load.
 */
function useGate({ deal, own, chosen, to, broker, now }: GateOf): Gate | null {
  const spoken = useSpoken(to)
  if (chosen.length === 0 || spoken === null) return null
  const offers = numberedOffers(deal.offers, own).filter(({ offer }) => chosen.includes(offer.offer_id))
  const { legal_name: merchant, values } = deal
  const made_at = new Date(now).toISOString()
  const state = businessStateOf(values)
  return passMerchantGate({ merchant, broker, made_at, offers, state }, to, spoken.said.offers)
}

interface GateOf {
  deal: Deal
  own: OffersView['own']
  chosen: readonly string[]
  to: Language
  broker: string
  now: number
}
