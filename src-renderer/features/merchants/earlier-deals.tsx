import { Anchor, Badge, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { MerchantDeal } from '../../../src-shared/features/merchants/merchants.ts'
import { formatMoney } from '../../../src-shared/platform/entry/money.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { formatDay, joinTexts } from '../../platform/ui/formats.ts'
import { usePrefill } from '../prefill/prefill-store.ts'
import classes from '../prefill/prefill.module.css'
import { Hint, StatusBadge, Quiet } from '../../platform/ui/parts.tsx'

/** Number of deals that are shown at first, so that they do not hide the timeline. */
const CALM = 5

export function EarlierDeals({ deal_id }: { deal_id: string }) {
  const deals = usePrefill((state) =>
    state.merchant?.deal_id === deal_id ? state.merchant.known.deals : null,
  )
  const [showsAll, setShowsAll] = useState(false)
  if (deals === null || deals.length === 0) return null
  const shown = showsAll || deals.length <= CALM + 1 ? deals : deals.slice(0, CALM)
  return (
    <section aria-labelledby="earlier-deals" data-testid="earlier-deals">
      <Title order={2} id="earlier-deals" mb={4}>
        {messages().merchants.earlier}
      </Title>
      <ul className={classes.deals}>
        {shown.map((deal) => (
          <EarlierDeal key={deal.deal_id} deal={deal} />
        ))}
      </ul>
      {shown.length < deals.length && (
        <Quiet size="compact-sm" mb="md" onClick={() => setShowsAll(true)}>
          {messages().today.showMore(deals.length - shown.length)}
        </Quiet>
      )}
    </section>
  )
}

function EarlierDeal({ deal }: { deal: MerchantDeal }) {
  const {
    deal_id,
    legal_name,
    reference,
    state,
    latest_status,
    amount_cents,
    offer_cents,
    deleted_at,
    same,
  } = deal
  const text = messages().merchants
  const name = joinTexts([legal_name || messages().common.noName, reference], ' · ')
  return (
    <li>
      <Hint size="sm">{formatDay(deal.submitted_at ?? deal.created_at)}</Hint>
      {deleted_at === null ? (
        <Anchor href={hrefOf({ screen: 'deal', deal_id })}>{name}</Anchor>
      ) : (
        <Text>{name}</Text>
      )}
      <StatusBadge state={state} status={latest_status} />
      {amount_cents !== null && <Text>{text.requested(formatMoney(amount_cents))}</Text>}
      {offer_cents !== null && <Text>{text.offered(formatMoney(offer_cents))}</Text>}
      {same === 'name' && (
        <Badge color="gray" variant="light" tt="none" radius="sm">
          {text.sameName}
        </Badge>
      )}
      {deleted_at !== null && (
        <Badge color="gray" variant="light" tt="none" radius="sm">
          {text.inTrash}
        </Badge>
      )}
    </li>
  )
}
