import { Button, Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { call } from '../../api/funding-desk.ts'
import { navigate } from '../../navigation/route.ts'
import { useScreenName } from '../../navigation/window-title.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useOffice } from '../../stores/office-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { ApplicationForm } from '../application/application-form.tsx'
import { useFormUndo } from '../application/form-undo.ts'
import { goToProblem, SectionIndex } from '../application/section-index.tsx'
import { ValuesBeside } from '../application/values-beside.tsx'
import { DocumentsPanel } from '../documents/documents-panel.tsx'
import { useReadOnSight } from '../inbox/use-read-on-sight.ts'
import { OffersPanel } from '../offers/offers-panel.tsx'
import { ResolveUnknown } from '../submission/resolve-unknown.tsx'
import { TimelinePanel } from '../timeline/timeline-panel.tsx'
import { QueueStrip } from '../submission/queue-strip.tsx'
import { DealHeader } from './deal-header.tsx'
import classes from './deal.module.css'

/** One deal: its application, its documents, its offers and its history. */
export function DealScreen({ deal_id }: { deal_id: string }) {
  const deal = useDeal((state) => state.deal)
  const error = useDeal((state) => state.error)
  const open = useDeal((state) => state.open)
  useReadOnSight(deal_id)
  useEffect(() => {
    void open(deal_id)
    // What was typed last is written when one leaves, however one leaves.
    return () => void useDeal.getState().flush()
  }, [deal_id, open])

  if (error !== null)
    return (
      <Stack p="lg" maw={560}>
        <ErrorNote error={error} />
        <Button variant="default" w="fit-content" onClick={() => navigate({ screen: 'pipeline' })}>
          Back to the pipeline
        </Button>
      </Stack>
    )
  if (deal === null || deal.deal_id !== deal_id)
    return (
      <Stack p="lg" aria-busy="true" aria-label="Reading the deal">
        <Skeleton height={36} width={280} />
        <Skeleton height={200} />
        <Skeleton height={200} />
      </Stack>
    )
  return <OpenDeal deal={deal} />
}

/** The key works while one types, too. */
const NO_TAGS: string[] = []

function OpenDeal({ deal }: { deal: Deal }) {
  const isEditable = deal.state === 'draft' || deal.state === 'refused'
  useGoToRefusal(deal)
  const { legal_name } = useDeal((state) => state.heading)
  useHotkeys([['mod+shift+O', () => void call('deals.open_window', { deal_id: deal.deal_id })]], NO_TAGS)
  const form = useRef<HTMLDivElement>(null)
  useFormUndo(form, isEditable)
  useScreenName(legal_name || 'New application')
  return (
    <div
      className={classes.screen}
      data-deal-state={deal.state}
      data-partner-status={deal.partner_status ?? ''}
    >
      <DealHeader deal={deal} isEditable={isEditable} />
      <QueueStrip deal={deal} />
      {deal.error !== null && (
        <div className={classes.notice}>
          <ErrorNote error={deal.error}>
            {deal.state === 'unknown' && <ResolveUnknown deal={deal} />}
          </ErrorNote>
        </div>
      )}
      <div className={classes.body}>
        <div className={classes.index}>
          <SectionIndex />
        </div>
        <div className={classes.form} ref={form}>
          <ValuesBeside deal={deal} readOnly={!isEditable} />
          <ApplicationForm readOnly={!isEditable} />
        </div>
        <div className={classes.side}>
          <Stack gap="lg">
            <OffersPanel deal={deal} />
            <DocumentsPanel deal={deal} />
            <TimelinePanel deal_id={deal.deal_id} entries={deal.timeline} />
          </Stack>
        </div>
      </div>
    </div>
  )
}

/** A refusal that comes while one looks brings the first refused field into view. */
function useGoToRefusal({ state }: Deal): void {
  const before = useRef(state)
  const profile = useOffice((office) => office.profile)
  useEffect(() => {
    const wasOnItsWay = before.current === 'queued' || before.current === 'sending'
    before.current = state
    const first = useDeal.getState().problems[0]
    if (state !== 'refused' || !wasOnItsWay || profile === null || first === undefined) return
    const frame = requestAnimationFrame(() => goToProblem(profile, first.path))
    return () => cancelAnimationFrame(frame)
  }, [state, profile])
}
