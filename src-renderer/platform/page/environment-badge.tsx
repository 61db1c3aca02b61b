import { Text } from '@mantine/core'
import { IconBuildingBank, IconFlask, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useDemo } from './server-stores.ts'
import { useEnvironment } from './environment-store.ts'
import classes from './environment-badge.module.css'
import { flushSync } from 'react-dom'
import { useShownName } from '../navigation/route.ts'
import { formatInstant } from '../ui/formats.ts'

const ICONS = { demo: IconPlayerPlay, sandbox: IconFlask, production: IconBuildingBank }

/**
 * Names the environment, so that a broker never mistakes sandbox for production: they differ in word, icon, color, and border, and the
 * window has a line in the same color.
 */
export function EnvironmentBadge() {
  const isDemo = useDemo((state) => state.value.running)
  const environment = useEnvironment((state) => state.value?.environment.environment)
  if (environment === undefined) return null
  return <EnvironmentLabel shown={isDemo ? 'demo' : environment} />
}

/** The label of an environment. The lock screen shows it too. */
export function EnvironmentLabel({ shown }: { shown: EnvironmentName }) {
  const { shell, setup } = messages()
  const { name, meaning } = {
    demo: { name: setup.demo.badge, meaning: setup.demo.meaning },
    sandbox: { name: shell.sandbox, meaning: shell.sandboxMeaning },
    production: { name: shell.production, meaning: shell.productionMeaning },
  }[shown]
  const Icon = ICONS[shown]
  return (
    <div className={classes.environment} data-environment={shown}>
      <span className={classes.pill}>
        <Icon size={13} aria-hidden="true" />
        {name}
      </span>
      <small>{meaning}</small>
    </div>
  )
}

interface RecipientTextProps {
  /** Returns a text that names the recipient. Gets the recipient with its preposition. */
  say: (recipient: string) => string
  children?: ReactNode
}

/** A text that names who receives applications, with the address as a detail below it. */
export function RecipientText({ say, children }: RecipientTextProps) {
  const status = useEnvironment((state) => state.value?.environment ?? null)
  const text = messages().shell
  if (status === null) return null
  return (
    <div>
      <Text>
        {children}
        {say(text.recipient[status.environment])}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {text.address(status.base_url)}
      </Text>
    </div>
  )
}

/** The first line of a printed screen: name, environment, time, and recipient. The page for the merchant does not contain this line. */
export function PrintHead() {
  const name = useShownName((state) => state.name)
  const environment = useEnvironment((state) => state.value?.environment.environment)
  const [at, setAt] = useState('')
  useEffect(() => {
    // The browser prints as soon as this handler returns. Therefore, render the time synchronously.
    const stamp = () => flushSync(() => setAt(formatInstant(new Date().toISOString())))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])
  const { sandbox, production, sandboxMeaning, pipeline, printedOn, brokerCopy } = messages().shell
  const isSandbox = environment === 'sandbox'
  return (
    <div className="print-head" aria-hidden>
      <strong>{name ?? pipeline}</strong>
      <span>
        Funding Desk · {isSandbox ? `${sandbox}: ${sandboxMeaning}` : production} · {printedOn(at)} ·{' '}
        {brokerCopy}
      </span>
    </div>
  )
}
