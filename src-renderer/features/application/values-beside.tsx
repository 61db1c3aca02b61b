import { Alert, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconStackPush } from '@tabler/icons-react'
import type { AsideValue, Deal } from '../../../src-shared/domain/deal.ts'
import { call } from '../../api/funding-desk.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { tellError } from '../../ui/tell-error.ts'
import classes from './application.module.css'

const WHY: Record<AsideValue['reason'], string> = {
  two_windows: 'Typed in one window while another one changed this field.',
  rows_moved: 'Typed into a row that another window moved or removed.',
  import: '',
}

interface Beside {
  key: string
  label: string
  value: string
  why: string
  copy?: () => Promise<string | null>
  use?: () => void
  remove: () => void
}

/** Values of this deal that are not in its form: kept, never sent, until the broker uses or removes them. */
export function ValuesBeside({ deal, readOnly }: { deal: Deal; readOnly: boolean }) {
  // A choice between two windows stands at its field.
  const aside = deal.aside.filter(({ reason, usable }) => reason !== 'two_windows' || !usable)
  const beside = [...deal.unfit.map((one) => unfitRow(deal, one)), ...aside.map(asideRow)]
  if (beside.length === 0) return null
  return (
    <Alert
      variant="default"
      icon={<IconStackPush size={18} color="var(--mantine-color-orange-6)" />}
      title={
        beside.length === 1
          ? 'One value does not fit the form'
          : `${beside.length} values do not fit the form`
      }
      mb="lg"
      data-testid="values-beside"
    >
      <Text size="sm">They are kept with this deal and never sent.</Text>
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
                  aria-label={`Copy ${label}`}
                  onClick={() => void putOnClipboard(copy)}
                >
                  Copy
                </Button>
              )}
              {!readOnly && use !== undefined && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Put into the form: ${label}`}
                  onClick={use}
                >
                  Put into the form
                </Button>
              )}
              {!readOnly && (
                <Button size="compact-xs" variant="default" aria-label={`Remove ${label}`} onClick={remove}>
                  Remove
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
    // A masked value is asked for in full only when it is wanted.
    copy: async () => {
      if (!value.includes('•')) return value
      const revealed = await call('deals.reveal', { deal_id: deal.deal_id, path })
      return revealed.ok ? revealed.value.value : null
    },
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
    why: detail || WHY[reason],
    // A masked one can be put into the form, where it can be shown.
    ...(!value.includes('•') && { copy: async () => value }),
    ...(usable && { use: () => settle(true) }),
    remove: () => settle(false),
  }
}

async function putOnClipboard(copy: () => Promise<string | null>): Promise<void> {
  const text = await copy()
  if (text === null) return
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  notifications.show({ message: copied ? 'Copied' : 'It could not be copied.', autoClose: 2_000 })
}
