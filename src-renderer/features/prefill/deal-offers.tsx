import { ActionIcon, Button, Text } from '@mantine/core'
import { IconFileInvoice, IconHistory, IconForms, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { openProposals } from '../../../src-shared/domain/prefill.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { valueAt } from '../../../src-shared/profile/form-path.ts'
import { useActions } from '../../actions/actions.ts'
import { call } from '../../api/funding-desk.ts'
import { textOf, useDeal } from '../../stores/deal-store.ts'
import { useStatements } from '../../stores/statements-store.ts'
import { loadSuggestions, useSuggestions } from '../../stores/suggestions-store.ts'
import { formatDay } from '../../ui/formats.ts'
import { notifyFailure } from '../../ui/notify-error.ts'
import { reviewSuggestions } from './review-suggestions.ts'
import { openReview } from '../viewer/viewer-store.ts'
import { lookForMerchant, proposalsOf, readValues, usePrefill } from './prefill-store.ts'
import classes from './prefill.module.css'

const ReuseDialog = lazy(() => import('./reuse-dialog.tsx').then((file) => ({ default: file.ReuseDialog })))

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
    deal.document_list.slice(0, 20).map(({ document_id: id, name }) => ({
      id: `documents.read_values.${id}`,
      label: text.readValuesOf(name),
      section: 'deal' as const,
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
    <section className={classes.strip} aria-label={text.title} data-testid="prefill-strip">
      <IconForms size={18} className={classes.icon} aria-hidden="true" />
      <div className={classes.stripText}>
        <Text size="sm" fw={500}>
          {text.strip(count, name)}
        </Text>
      </div>
      <Button size="xs" variant="light" onClick={() => openReview(document_id)}>
        {text.review}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text.dismiss(name)}
        onClick={() => void notifyFailure(call('prefill.dismiss', { document_id }))}
      >
        <IconX size={16} />
      </ActionIcon>
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
    <section className={classes.strip} aria-label={text.title} data-testid="statement-strip">
      <IconFileInvoice size={18} className={classes.icon} aria-hidden="true" />
      <div className={classes.stripText}>
        <Text size="sm" fw={500}>
          {text.strip(fresh)}
        </Text>
      </div>
      <Button size="xs" variant="light" onClick={reviewSuggestions}>
        {messages().prefill.review}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text.dismiss}
        onClick={() => useSuggestions.setState({ isDismissed: true })}
      >
        <IconX size={16} />
      </ActionIcon>
    </section>
  )
}

function KnownMerchantStrip({ deal: { deal_id } }: { deal: Deal }) {
  const merchant = usePrefill((state) => (state.merchant?.deal_id === deal_id ? state.merchant.known : null))
  const [isOpen, setOpen] = useState(false)
  const reuse = merchant?.reuse ?? null
  if (reuse === null) return null
  const text = messages().merchants
  async function dismiss() {
    await notifyFailure(call('merchants.dismiss', { deal_id }))
    await lookForMerchant(deal_id)
  }
  return (
    <section className={classes.strip} aria-label={text.earlier} data-testid="reuse-strip">
      <IconHistory size={18} className={classes.icon} aria-hidden="true" />
      <div className={classes.stripText}>
        <Text size="sm">
          <strong>{text.known(reuse.legal_name || text.noName, formatDay(reuse.at))}</strong> {text.reuseText}
        </Text>
      </div>
      <Button size="xs" variant="light" onClick={() => setOpen(true)}>
        {text.review}
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label={text.dismiss} onClick={() => void dismiss()}>
        <IconX size={16} />
      </ActionIcon>
      <Suspense fallback={null}>
        {isOpen && <ReuseDialog deal_id={deal_id} reuse={reuse} onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  )
}
