import { Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { DEAL_PARTS, type DealPart } from '../../../src-shared/deal-address.ts'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { missingLines } from '../../../src-shared/domain/next-step.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { hrefOf } from '../../navigation/route.ts'
import { useDeal } from '../../stores/deal-store.ts'
import classes from './deal.module.css'

/** Links to the parts of a deal, each with how much is in it or still open. */
export function DealParts({ deal, part }: { deal: Deal; part: DealPart }) {
  const problems = useDeal((state) => state.problems.length)
  const said = messages().deal
  const open = missingLines(deal.checklist).length
  const marks: Record<DealPart, React.ReactNode> = {
    application: <Open count={problems} />,
    documents: <Count count={deal.document_list.length} />,
    checklist: <Open count={open} />,
    offers: <Count count={deal.offers.length} />,
    timeline: null,
  }
  return (
    <nav className={classes.parts} aria-label={said.parts}>
      {DEAL_PARTS.map((name) => (
        <a
          key={name}
          className={classes.part}
          href={hrefOf({ screen: 'deal', deal_id: deal.deal_id, part: name })}
          aria-current={name === part ? 'page' : undefined}
          data-part={name}
        >
          {said.part[name]}
          {marks[name]}
        </a>
      ))}
    </nav>
  )
}

function Open({ count }: { count: number }) {
  const said = messages().deal
  if (count === 0)
    return <IconCheck size={15} color="var(--mantine-color-teal-6)" aria-label={said.partDone} />
  return (
    <Text span size="xs" c="dimmed" className="tabular">
      {said.partOpen(count)}
    </Text>
  )
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Text span size="xs" c="dimmed" className="tabular">
      {count}
    </Text>
  )
}
