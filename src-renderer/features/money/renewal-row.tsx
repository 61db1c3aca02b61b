import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Renewal } from '../../../src-shared/domain/money.ts'
import { readDate } from '../../../src-shared/entry/date.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { hrefOf, navigate } from '../../navigation/route.ts'
import { DayInput } from '../../ui/day-input.tsx'
import { formatCents } from '../../ui/formats.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { changeMoney } from './change-money.tsx'
import { dayText } from './money-formats.ts'
import classes from './money.module.css'

/** One deal that can be renewed, with its day and what can be done. */
export function RenewalRow({ renewal }: { renewal: Renewal }) {
  const { deal_id, funded_on, amount_cents, state, renewed_as } = renewal
  const { renewals: text, noName } = messages().money
  const name = renewal.legal_name || noName
  const setOff = (renewal_off: boolean) => void changeMoney(deal_id, { renewal_off }, text.changed)
  return (
    <li className={classes.renewal} data-renewal={deal_id}>
      <div className={classes.merchant}>
        <Anchor href={hrefOf({ screen: 'deal', deal_id })} size="sm">
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {amount_cents === null
            ? text.fundedOnly(dayText(funded_on))
            : text.fundedOn(dayText(funded_on), formatCents(amount_cents))}
        </Text>
      </div>
      {state !== 'off' && state !== 'started' && <RenewalDay renewal={renewal} name={name} />}
      <Group gap="xs">
        {renewed_as !== null && (
          <Button
            size="compact-sm"
            variant="default"
            component="a"
            href={hrefOf({ screen: 'deal', deal_id: renewed_as })}
          >
            {text.openDraft}
          </Button>
        )}
        {state === 'off' && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setOff(false)}
            aria-label={text.onOf(name)}
          >
            {text.on}
          </Button>
        )}
        {state !== 'off' && state !== 'started' && (
          <>
            <Button
              size="compact-sm"
              variant={state === 'due' ? 'filled' : 'default'}
              onClick={() => void start(deal_id)}
              aria-label={text.startOf(name)}
            >
              {text.start}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => setOff(true)}
              aria-label={text.offOf(name)}
            >
              {text.off}
            </Button>
          </>
        )}
      </Group>
    </li>
  )
}

async function start(deal_id: string): Promise<void> {
  const started = await call('money.start_renewal', { deal_id })
  if (started.ok) navigate({ screen: 'deal', deal_id: started.value.deal_id })
  else notifyError(started.error)
}

/** The day, which is kept when one leaves the field or presses Enter; emptied, the estimate stands again. */
function RenewalDay({ renewal, name }: { renewal: Renewal; name: string }) {
  const { deal_id, due_on, is_estimate } = renewal
  const [typed, setTyped] = useState(due_on ?? '')
  const [known, setKnown] = useState(due_on)
  const text = messages().money.renewals
  if (known !== due_on) {
    setKnown(due_on)
    setTyped(due_on ?? '')
  }
  const keep = () => {
    const day = typed.trim()
    if (day === (due_on ?? '') || (day !== '' && 'problem' in readDate(day))) return
    void changeMoney(deal_id, { renewal_on: day === '' ? null : day }, text.changed)
  }
  return (
    <Group gap="xs" wrap="nowrap">
      {is_estimate && (
        <Badge variant="light" color="gray" tt="none" radius="sm">
          {text.estimate}
        </Badge>
      )}
      <DayInput
        size="xs"
        aria-label={text.dateOf(name)}
        value={typed}
        onChange={setTyped}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
        w={190}
      />
    </Group>
  )
}
