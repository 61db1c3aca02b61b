import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { useDeal } from '../../stores/deal-store.ts'

/** A write that is done within this time is not worth a word: it comes with every key. */
const SLOW_MS = 400

/** Whether what is typed is on disk. */
export function SaveStatus() {
  const save = useDeal((state) => state.save)
  const isSlow = useSlow(save.state !== 'saved')
  const said = messages().deal
  if (save.state === 'failed')
    return (
      <Group gap="xs" role="alert">
        <Text size="xs" c="red">
          {said.notSaved(formatMessage(save.error.message))}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void useDeal.getState().flush()}>
          {messages().common.tryAgain}
        </Button>
      </Group>
    )
  return (
    <Text size="xs" c="dimmed" role="status" data-save={save.state}>
      {isSlow ? said.saving : said.savedHere}
    </Text>
  )
}

/** True once something has lasted for a while. */
function useSlow(lasts: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!lasts) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [lasts])
  return slow
}
