import { ActionIcon, Anchor, Group, Text, Title, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconCopy } from '@tabler/icons-react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { hrefOf } from '../../navigation/route.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { formatCents, formatDay } from '../../ui/formats.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { DealMenu } from './deal-menu.tsx'
import classes from './deal.module.css'
import { SaveStatus } from './save-status.tsx'
import { UndoButtons } from './undo-buttons.tsx'

/** Who asks for how much, where it stands, and by what it is known. */
export function DealHeader({ deal, isEditable }: { deal: Deal; isEditable: boolean }) {
  const { legal_name, reference, amount_cents } = useDeal((state) => state.liveSummary)
  const { deal: said } = messages()
  return (
    <header className={classes.header}>
      <Group justify="space-between" gap="sm" wrap="wrap">
        <Group gap="sm" miw={0} wrap="nowrap">
          <Anchor
            href={hrefOf({ screen: 'pipeline' })}
            aria-label={said.backToPipeline}
            c="dimmed"
            className={classes.back}
          >
            <IconArrowLeft size={18} />
          </Anchor>
          <Title order={1} className={classes.title}>
            {legal_name || said.newApplication}
          </Title>
          <StatusBadge state={deal.state} status={deal.latest_status} />
          {deal.unconfirmed_status !== null && (
            <StatusBadge
              state={deal.state}
              status={deal.latest_status}
              unconfirmed={deal.unconfirmed_status}
            />
          )}
        </Group>
        <Group gap="sm" wrap="nowrap" ml="auto">
          {isEditable && <SaveStatus />}
          {isEditable && <UndoButtons />}
          <DealMenu deal={deal} />
        </Group>
      </Group>
      <dl className={classes.facts} aria-label={said.facts}>
        {amount_cents !== null && <Fact name={said.asksFor}>{formatCents(amount_cents)}</Fact>}
        {reference !== '' && <Fact name={said.reference}>{reference}</Fact>}
        {deal.submitted_at !== null && <Fact name={said.submitted}>{formatDay(deal.submitted_at)}</Fact>}
        {deal.application_id !== null && (
          <Fact name={said.applicationId}>
            <span className={classes.id}>{deal.application_id}</span>
            <Tooltip label={said.copyApplicationId}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={said.copyApplicationId}
                onClick={() => void copyText(deal.application_id ?? '')}
              >
                <IconCopy size={14} />
              </ActionIcon>
            </Tooltip>
          </Fact>
        )}
      </dl>
    </header>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="xs" fw={500} className="tabular">
        {children}
      </Text>
    </div>
  )
}
