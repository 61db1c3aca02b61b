import { Alert, Button, Group, Text } from '@mantine/core'
import { IconStackPush } from '@tabler/icons-react'
import { useState } from 'react'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import type { OrphanedValue, Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { useDeal } from './deal-store.ts'
import { copyText, run } from '../../platform/ui/command.tsx'
import { Question } from '../../platform/ui/dialog.tsx'
import classes from './application.module.css'
import { copySensitive } from './sensitive-input.tsx'
import { Hint } from '../../platform/ui/parts.tsx'

function whyOf(reason: OrphanedValue['reason']): string {
  return { row_removed: messages().application.rowRemoved, import: '' }[reason]
}

interface OrphanRow {
  key: string
  label: string
  value: string
  why: string
  copy?: () => Promise<void>
  use?: () => void
  remove: () => Promise<Result<unknown>>
}

/** Number of values that the form shows without a click. More of them would push the form off the screen. */
const SHOWN = 3

/**
 * Shows values of this deal that have no field in its form. The app keeps them, but does not send them, until the broker uses or removes
 * them.
 */
export function OrphanedValues({ deal, readOnly }: { deal: Deal; readOnly: boolean }) {
  const beside = [
    ...deal.orphans.map((one) => formValueRow(deal, one)),
    ...deal.orphaned_values.map(orphanRow),
  ]
  const [isOpen, setOpen] = useState(beside.length <= SHOWN)
  const [isAsking, setAsking] = useState(false)
  if (beside.length === 0) return null
  const text = messages().application
  async function removeAll() {
    setAsking(false)
    for (const { remove } of beside) if ((await run(remove())) === null) return
  }
  return (
    <Alert
      variant="default"
      icon={<IconStackPush size={18} color="var(--mantine-color-orange-6)" />}
      title={text.orphans(beside.length)}
      mb="lg"
      data-testid="orphaned-values"
    >
      <Text>{text.orphansText}</Text>
      <Group gap="xs" mt={6}>
        {beside.length > SHOWN && (
          <Button size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? text.hideOrphans : text.showOrphans}
          </Button>
        )}
        {!readOnly && beside.length > 1 && (
          <Button size="compact-xs" onClick={() => setAsking(true)}>
            {text.removeAll}
          </Button>
        )}
      </Group>
      {isAsking && (
        <Question
          question={text.removeAllAsk(beside.length)}
          other={[text.removeAll, () => void removeAll()]}
          usual={[text.keepAll, () => setAsking(false)]}
        />
      )}
      <ul className={classes.beside} hidden={!isOpen}>
        {beside.map(({ key, label, value, why, copy, use, remove }) => (
          <li key={key}>
            <div>
              <Text>
                {label}: <strong>{value}</strong>
              </Text>
              <Hint>{why}</Hint>
            </div>
            <Group gap={4} wrap="nowrap">
              {copy !== undefined && (
                <Button
                  size="compact-xs"
                  aria-label={messages().application.copyField(label)}
                  onClick={() => void copy()}
                >
                  {text.copy}
                </Button>
              )}
              {!readOnly && use !== undefined && (
                <Button size="compact-xs" aria-label={text.insertOf(label)} onClick={use}>
                  {text.insert}
                </Button>
              )}
              {!readOnly && (
                <Button
                  size="compact-xs"
                  aria-label={text.removeOf(label)}
                  onClick={() => void run(remove())}
                >
                  {messages().common.remove}
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
    remove: () => discardOrphan(path),
  }
}

function orphanRow({ orphan_id, label, value, reason, detail, usable }: OrphanedValue): OrphanRow {
  const { settleOrphan } = useDeal.getState()
  return {
    key: String(orphan_id),
    label,
    value,
    why: formatMessage(detail) || whyOf(reason),
    // Do not offer to copy a masked value. The broker can move the value into the form, and reveal it there.
    ...(!value.includes('•') && { copy: () => copyText(value) }),
    ...(usable && { use: () => void run(settleOrphan(orphan_id, true)) }),
    remove: () => settleOrphan(orphan_id, false),
  }
}
