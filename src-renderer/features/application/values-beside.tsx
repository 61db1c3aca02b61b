import { Alert, Button, Group, Text } from '@mantine/core'
import { IconStackPush } from '@tabler/icons-react'
import type { AsideValue, Deal } from '../../../src-shared/domain/deal.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { copyText } from '../../ui/copy-text.ts'
import { tellError } from '../../ui/tell-error.ts'
import classes from './application.module.css'
import { copySensitive } from './copy-sensitive.ts'

function whyOf(reason: AsideValue['reason']): string {
  const { twoWindows, rowsMoved } = words().application
  return { two_windows: twoWindows, rows_moved: rowsMoved, import: '' }[reason]
}

interface Beside {
  key: string
  label: string
  value: string
  why: string
  copy?: () => Promise<void>
  use?: () => void
  remove: () => void
}

/** Values of this deal that are not in its form: kept, never sent, until the broker uses or removes them. */
export function ValuesBeside({ deal, readOnly }: { deal: Deal; readOnly: boolean }) {
  // A choice between two windows stands at its field.
  const aside = deal.aside.filter(({ reason, usable }) => reason !== 'two_windows' || !usable)
  const beside = [...deal.unfit.map((one) => unfitRow(deal, one)), ...aside.map(asideRow)]
  if (beside.length === 0) return null
  const said = words().application
  return (
    <Alert
      variant="default"
      icon={<IconStackPush size={18} color="var(--mantine-color-orange-6)" />}
      title={said.beside(beside.length)}
      mb="lg"
      data-testid="values-beside"
    >
      <Text size="sm">{said.besideText}</Text>
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
                  aria-label={said.copyOf(label)}
                  onClick={() => void copy()}
                >
                  {said.copy}
                </Button>
              )}
              {!readOnly && use !== undefined && (
                <Button size="compact-xs" variant="default" aria-label={said.putInOf(label)} onClick={use}>
                  {said.putIn}
                </Button>
              )}
              {!readOnly && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={said.removeOf(label)}
                  onClick={remove}
                >
                  {said.remove}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function unfitRow(deal: Deal, { path, label, value, why }: Deal['unfit'][number]): Beside {
  const { removeUnfit } = useDeal.getState()
  return {
    key: path,
    label,
    value,
    why,
    // A masked value goes to the clipboard without passing this page.
    copy: () => (value.includes('•') ? copySensitive(deal.deal_id, path, label) : copyText(value)),
    remove: () => void removeUnfit(path).then((error) => error && tellError(error)),
  }
}

function asideRow({ aside_id, label, value, reason, detail, usable }: AsideValue): Beside {
  const { settleAside } = useDeal.getState()
  const settle = (use: boolean) => void settleAside(aside_id, use).then((error) => error && tellError(error))
  return {
    key: String(aside_id),
    label,
    value,
    why: detail || whyOf(reason),
    // A masked one can be put into the form, where it can be shown.
    ...(!value.includes('•') && { copy: () => copyText(value) }),
    ...(usable && { use: () => settle(true) }),
    remove: () => settle(false),
  }
}
