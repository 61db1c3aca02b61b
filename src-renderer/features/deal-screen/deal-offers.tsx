import { Button, Text } from '@mantine/core'
import { IconFileInvoice, IconForms, IconHistory, IconX, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { openProposals } from '../../../src-shared/features/prefill/prefill.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { textOf, useDeal } from '../drafts/deal-store.ts'
import {
  loadSuggestions,
  reviewSuggestions,
  useStatements,
  useSuggestions,
} from '../statements/statements-store.ts'
import { formatDay } from '../../platform/ui/formats.ts'
import { run } from '../../platform/ui/command.tsx'
import { IconButton, lazyPart } from '../../platform/ui/parts.tsx'
import { openReview } from '../viewer/viewer-store.ts'
import { lookForMerchant, proposalsOf, readValues, usePrefill } from '../prefill/prefill-store.ts'
import classes from '../prefill/prefill.module.css'

const ReuseDialog = lazyPart(() => import('../merchants/reuse-dialog.tsx').then((file) => file.ReuseDialog))

/** The kind of document whose values the app offers without being asked. */
const APPLICATION = 'application_form'
/** Pause after the last typed character before the app looks for the merchant in other deals. */
const TYPING_MS = 500

/** Offers values for the form of a draft: those in an attached application, and those of an earlier deal of the same merchant. */
export function DealOffers({ deal }: { deal: Deal }) {
  return (
    <>
      <FoundValues deal={deal} />
      <StatementValues deal={deal} />
      <KnownMerchantStrip deal={deal} />
    </>
  )
}

/**
 * Reads attached applications and looks for earlier deals of the merchant. Shows nothing. This is a separate component, so that typing does
 * not render the whole screen again.
 */
export function OfferWatch({ deal, isEditable }: { deal: Deal; isEditable: boolean }) {
  const { deal_id, revision } = deal
  const [application] = applicationsOf(deal)
  const document_id = isEditable ? application?.document_id : undefined
  // Compare the found values with the form again after each change of the form that this window did not make.
  const compared = `${document_id ?? ''} ${revision}`
  useEffect(() => {
    const [id = ''] = compared.split(' ')
    if (id !== '') void readValues(id)
  }, [compared])
  const legal_name = useDeal((state) => state.liveSummary.legal_name)
  const ein = useDeal((state) => textOf(valueAt(state.values, 'company.ein')))
  const isSaved = useDeal((state) => state.save.state === 'saved')
  // Look for the merchant again when the stored name or EIN changes.
  const sought = isSaved ? JSON.stringify([deal_id, legal_name, ein, revision]) : null
  useEffect(() => {
    if (sought === null) return
    const [id] = JSON.parse(sought) as [string]
    const timer = setTimeout(() => void lookForMerchant(id), TYPING_MS)
    return () => clearTimeout(timer)
  }, [sought])
  // Compare the verified statements with the form after each change of either.
  const statements = useStatements(({ value }) => (value?.deal_id === deal_id ? value : null))
  const form = `${isEditable ? deal_id : ''} ${revision}`
  useEffect(() => {
    const [id = ''] = form.split(' ')
    if (id !== '' && statements !== null && statements.accounts.length > 0) void loadSuggestions(id)
  }, [form, statements])
  const text = messages().prefill
  useActions(
    'deal',
    deal.document_list.slice(0, 20).map(({ document_id: id, name }) => ({
      id: `documents.read_values.${id}`,
      label: text.readValuesOf(name),
      run: () => openReview(id),
    })),
  )
  return null
}

function applicationsOf({ document_list }: Deal) {
  return document_list.filter(
    ({ kind, reading }) => kind === APPLICATION && reading?.values_reviewed !== true,
  )
}

function FoundValues({ deal }: { deal: Deal }) {
  const [application] = applicationsOf(deal)
  const found = usePrefill((state) =>
    application === undefined ? null : proposalsOf(state, application.document_id),
  )
  const count = found === null ? 0 : openProposals(found.proposals).length
  if (application === undefined || count === 0) return null
  const { document_id, name } = application
  const text = messages().prefill
  return (
    <Strip
      icon={IconForms}
      label={text.title}
      testId="prefill-strip"
      text={text.strip(count, name)}
      review={text.review}
      onReview={() => openReview(document_id)}
      dismiss={text.dismiss(name)}
      onDismiss={() => void run(call('prefill.dismiss', { document_id }))}
    />
  )
}

interface StripProps {
  icon: TablerIcon
  label: string
  testId: string
  text: ReactNode
  review: string
  onReview: () => void
  dismiss: string
  onDismiss: () => void
}

function Strip({ icon: Icon, label, testId, text, review, onReview, dismiss, onDismiss }: StripProps) {
  return (
    <section className={classes.strip} aria-label={label} data-testid={testId}>
      <Icon size={18} className={classes.icon} aria-hidden="true" />
      <div className={classes.stripText}>
        <Text size="sm" fw={500}>
          {text}
        </Text>
      </div>
      <Button size="xs" variant="light" onClick={onReview}>
        {review}
      </Button>
      <IconButton icon={IconX} size={28} iconSize={16} label={dismiss} onClick={onDismiss} />
    </section>
  )
}

function StatementValues({ deal: { deal_id } }: { deal: Deal }) {
  const fresh = useSuggestions(({ deal_id: of, suggestions, isDismissed }) =>
    of === deal_id && !isDismissed ? (suggestions ?? []).filter(({ state }) => state === 'new').length : 0,
  )
  if (fresh === 0) return null
  const text = messages().statementUse
  return (
    <Strip
      icon={IconFileInvoice}
      label={text.title}
      testId="statement-strip"
      text={text.strip(fresh)}
      review={messages().prefill.review}
      onReview={reviewSuggestions}
      dismiss={text.dismiss}
      onDismiss={() => useSuggestions.setState({ isDismissed: true })}
    />
  )
}

function KnownMerchantStrip({ deal: { deal_id } }: { deal: Deal }) {
  const merchant = usePrefill((state) => (state.merchant?.deal_id === deal_id ? state.merchant.known : null))
  const [isOpen, setOpen] = useState(false)
  const reuse = merchant?.reuse ?? null
  if (reuse === null) return null
  const text = messages().merchants
  async function dismiss() {
    await run(call('merchants.dismiss', { deal_id }))
    await lookForMerchant(deal_id)
  }
  return (
    <>
      <Strip
        icon={IconHistory}
        label={text.earlier}
        testId="reuse-strip"
        text={
          <>
            {text.known(reuse.legal_name || text.noName, formatDay(reuse.at))}{' '}
            <Text span inherit fw={400}>
              {text.reuseText}
            </Text>
          </>
        }
        review={text.review}
        onReview={() => setOpen(true)}
        dismiss={text.dismiss}
        onDismiss={() => void dismiss()}
      />
      <Suspense fallback={null}>
        {isOpen && <ReuseDialog deal_id={deal_id} reuse={reuse} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
