import { Anchor, Box, Button, Group, Stack, Text, Title, Checkbox, TextInput } from '@mantine/core'
import { IconCoin, IconPrinter, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages, language, LANGUAGES, type Language } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { hrefOf, useScreenName } from '../../platform/navigation/route.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { loadOffers, refreshOffers, useOffers, useRhythm } from './offers-store.ts'
import { useCommand, saveFile } from '../../platform/ui/command.tsx'
import { EmptyState, Hint, BackLink, LabelledSegments } from '../../platform/ui/parts.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { Reading } from '../../platform/ui/loaded.tsx'
import { useReadOnSight } from '../../platform/page/server-stores.ts'
import { ComparisonTable } from './comparison-table.tsx'
import classes from './offers.module.css'
import {
  listedOffers,
  offerStandings,
  offersOfStanding,
} from '../../../src-shared/features/offers/offer-standings.ts'
import type { OffersView } from '../../../src-shared/features/offers/offer-scenario.ts'
import { numberedOffers } from '../../../src-shared/features/merchant-page/page-content.ts'
import { businessStateOf } from '../../../src-shared/features/merchant-page/gate-messages.ts'
import { passMerchantGate, type Gate } from '../../../src-shared/features/merchant-page/gate.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { formatCents } from '../../platform/ui/formats.ts'
import { useSpoken } from '../../platform/ui/use-spoken.ts'
import { GateNotes } from './gate-notes.tsx'
import { RhythmChoice } from './offer-facts.tsx'

export function OffersScreen({ deal_id }: { deal_id: string }) {
  const deal = useDeal((state) => state.deal)
  const error = useDeal((state) => state.error)
  const open = useDeal((state) => state.open)
  useReadOnSight(deal_id)
  useEffect(() => {
    void open(deal_id)
  }, [deal_id, open])
  if (error !== null)
    return (
      <Stack p="lg" maw={560}>
        <ErrorNote error={error} onAgain={() => void open(deal_id)} />
        <Anchor size="md" href={hrefOf({ screen: 'deal', deal_id })}>
          {messages().offers.backToDeal}
        </Anchor>
      </Stack>
    )
  if (deal === null || deal.deal_id !== deal_id) return <ReadingOffers />
  return <Comparison deal={deal} />
}

function Comparison({ deal }: { deal: Deal }) {
  const { deal_id } = deal
  const { value: view, error } = useOffers()
  const { rhythm } = useRhythm()
  const [printing, setPrinting] = useState(false)
  const { busy, error: failure, run } = useCommand()
  const refresh = () => void run(refreshOffers(deal_id))
  const text = messages().offers
  const canPrint = view !== null && deal.offers.length > 0
  useScreenName(`${text.compareOffers}: ${deal.legal_name}`)
  useEffect(() => {
    void loadOffers(deal.deal_id)
  }, [deal])
  useActions('deal', [
    { id: 'offers.read_again', label: text.actions.refresh, keys: 'R', run: refresh },
    canPrint && {
      // On this screen, the action Print prints the comparison of the offers for the merchant.
      id: 'app.print',
      label: text.actions.print,
      keys: 'mod+P',
      whileTyping: true,
      run: () => setPrinting(true),
    },
  ])
  return (
    <div className={classes.screen} data-testid="comparison">
      <header className={classes.header}>
        <Group justify="space-between" gap="sm">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <BackLink href={hrefOf({ screen: 'deal', deal_id })} label={text.backToDeal} />
            <Title order={1} data-screen-heading>
              {text.compareOffers}
            </Title>
            <Text size="md" c="dimmed" truncate>
              {deal.legal_name}
            </Text>
          </Group>
          <Group gap="xs">
            <RhythmChoice />
            <Button leftSection={<IconRefresh size={15} />} loading={busy} onClick={refresh}>
              {text.refresh}
            </Button>
            {canPrint && (
              <Button
                variant="filled"
                leftSection={<IconPrinter size={15} />}
                onClick={() => setPrinting(true)}
              >
                {text.printing.button}
              </Button>
            )}
          </Group>
        </Group>
      </header>
      {failure !== null && <ErrorNote error={failure} />}
      {error !== null && <ErrorNote error={error} onAgain={() => void loadOffers(deal_id)} />}
      {deal.offers.length === 0 ? (
        <EmptyState
          icon={IconCoin}
          title={text.none}
          text={deal.has_offer ? text.figuresNotReported : text.noneAdvice}
        />
      ) : view === null ? (
        error === null && <ReadingOffers />
      ) : (
        <ComparisonTable deal={deal} view={view} rhythm={rhythm} />
      )}
      {printing && view !== null && (
        <PrintDialog deal={deal} view={view} onClose={() => setPrinting(false)} />
      )}
    </div>
  )
}

function ReadingOffers() {
  return (
    <Box p="lg">
      <Reading label={messages().offers.reading} lines={1} height={400} />
    </Box>
  )
}

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
    if (await saveFile(work, messages().common.savedAs, run)) onClose()
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
          {listedOffers(deal.offers, standings).map(({ offer, at, standing }, place) => (
            <Checkbox
              key={offer.offer_id}
              data-autofocus={place === 0 || undefined}
              value={offer.offer_id}
              label={text.columnName(at + 1, formatCents(offer.amount_cents))}
              description={text.states[standing]}
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
      <LabelledSegments
        label={messages().shell.languageLabel}
        value={to}
        onChange={(value) => setTo(value as Language)}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      />
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
