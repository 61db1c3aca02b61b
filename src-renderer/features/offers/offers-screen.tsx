import { Anchor, Box, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconCoin, IconPrinter, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { hrefOf, useScreenName } from '../../platform/navigation/route.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { loadOffers, refreshOffers, useOffers } from './offers-store.ts'
import { useCommand } from '../../platform/ui/command.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { Reading } from '../../platform/ui/loaded.tsx'
import { useReadOnSight } from '../../platform/page/server-stores.ts'
import { ComparisonTable } from './comparison-table.tsx'
import classes from './offers.module.css'
import { PrintDialog } from './print-dialog.tsx'

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
        <Anchor href={hrefOf({ screen: 'deal', deal_id })}>{messages().offers.backToDeal}</Anchor>
      </Stack>
    )
  if (deal === null || deal.deal_id !== deal_id) return <ReadingOffers />
  return <Comparison deal={deal} />
}

const RHYTHMS = ['offered', 'daily', 'weekly', 'monthly'] as const

function Comparison({ deal }: { deal: Deal }) {
  const { deal_id } = deal
  const { value: view, error } = useOffers()
  const [rhythm, setRhythm] = useState<(typeof RHYTHMS)[number]>('offered')
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
            <BackToDeal deal_id={deal_id} />
            <Title order={1} data-screen-heading>
              {text.compareOffers}
            </Title>
            <Text c="dimmed" truncate>
              {deal.legal_name}
            </Text>
          </Group>
          <Group gap="xs">
            <SegmentedControl
              aria-label={text.rhythm.title}
              value={rhythm}
              onChange={setRhythm}
              data={RHYTHMS.map((value) => ({ value, label: text.rhythm[value] }))}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={15} />}
              loading={busy}
              onClick={refresh}
            >
              {text.refresh}
            </Button>
            {canPrint && (
              <Button leftSection={<IconPrinter size={15} />} onClick={() => setPrinting(true)}>
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
        <ComparisonTable deal={deal} view={view} rhythm={rhythm === 'offered' ? null : rhythm} />
      )}
      {printing && view !== null && (
        <PrintDialog deal={deal} view={view} onClose={() => setPrinting(false)} />
      )}
    </div>
  )
}

function BackToDeal({ deal_id }: { deal_id: string }) {
  return (
    <Anchor
      href={hrefOf({ screen: 'deal', deal_id })}
      aria-label={messages().offers.backToDeal}
      c="dimmed"
      className={classes.back}
    >
      <IconArrowLeft size={18} />
    </Anchor>
  )
}

function ReadingOffers() {
  return (
    <Box p="lg">
      <Reading label={messages().offers.reading} lines={1} height={400} />
    </Box>
  )
}
