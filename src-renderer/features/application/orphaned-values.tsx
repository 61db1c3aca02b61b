import { Alert, Button, Group, Text } from '@mantine/core'
import { IconStackPush } from '@tabler/icons-react'
import type { OrphanedValue, Deal } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { copyText, notifyError } from '../../ui/notify-error.ts'
import classes from './application.module.css'
import { copySensitive } from './sensitive-input.tsx'

function whyOf(reason: OrphanedValue['reason']): string {
  return { rows_moved: messages().application.rowsMoved, import: '' }[reason]
}

interface OrphanRow {
  key: string
  label: string
  value: string
  why: string
  copy?: () => Promise<void>
  use?: () => void
  remove: () => void
}

/**
 * Shows values of this deal that have no field in its form. The app keeps them, but does not send them, until the broker uses or removes
 * them.
 */
export function OrphanedValues({ deal, readOnly }: { deal: Deal; readOnly: boolean }) {
  const beside = [
    ...deal.orphans.map((one) => formValueRow(deal, one)),
    ...deal.orphaned_values.map(orphanRow),
  ]
  if (beside.length === 0) return null
  const text = messages().application
  return (
    <Alert
      variant="default"
      icon={<IconStackPush size={18} color="var(--mantine-color-orange-6)" />}
      title={text.orphans(beside.length)}
      mb="lg"
      data-testid="orphaned-values"
    >
      <Text size="sm">{text.orphansText}</Text>
      <ul className={classes.beside}>
        {beside.map(({ key, label, value, why, copy, use, remove }) => (
          <li key={key}>
            <div>
              <Text size="sm">
                {label}: <strong>{value}</strong>
              </Text>
              <Text size="xs" c="dimmed">
                {why}
              </Text>
            </div>
            <Group gap={4} wrap="nowrap">
              {copy !== undefined && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={text.copyOf(label)}
                  onClick={() => void copy()}
                >
                  {text.copy}
                </Button>
              )}
              {!readOnly && use !== undefined && (
                <Button size="compact-xs" variant="default" aria-label={text.insertOf(label)} onClick={use}>
                  {text.insert}
                </Button>
              )}
              {!readOnly && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={text.removeOf(label)}
                  onClick={remove}
                >
                  {text.remove}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function formValueRow(deal: Deal, { path, label, value, why }: Deal['orphans'][number]): OrphanRow {
  const { discardOrphan } = useDeal.getState()
  return {
    key: path,
    label,
    value,
    why: formatMessage(why),
    // Main copies a masked value to the clipboard, so that this page never contains it.
    copy: () => (value.includes('•') ? copySensitive(deal.deal_id, path, label) : copyText(value)),
    remove: () => void discardOrphan(path).then((error) => error && notifyError(error)),
  }
}

function orphanRow({ orphan_id, label, value, reason, detail, usable }: OrphanedValue): OrphanRow {
  const { settleOrphan } = useDeal.getState()
  const settle = (use: boolean) =>
    void settleOrphan(orphan_id, use).then((error) => error && notifyError(error))
  return {
    key: String(orphan_id),
    label,
    value,
    why: formatMessage(detail) || whyOf(reason),
    // Do not offer to copy a masked value. The broker can move the value into the form, and reveal it there.
    ...(!value.includes('•') && { copy: () => copyText(value) }),
    ...(usable && { use: () => settle(true) }),
    remove: () => settle(false),
  }
}
