import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useShownName } from '../navigation/route.ts'
import { useEnvironment } from './environment-store.ts'
import { formatInstant } from '../ui/formats.ts'

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
