import { Anchor, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { TRASH_DAYS } from '../../../src-shared/domain/pipeline.ts'
import type { Retention } from '../../../src-shared/domain/retention.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { hrefOf } from '../../navigation/route.ts'

/** How long the bin keeps what. */
export function TrashNote() {
  const [retention, setRetention] = useState<Retention | null>(null)
  useEffect(() => {
    void call('vault.retention', {}).then((read) => read.ok && setRetention(read.value))
  }, [])
  const say = messages().pipeline
  return (
    <Text size="xs" c="dimmed" px="lg" pb="xs">
      {say.binNote(TRASH_DAYS)} {retention !== null && say.binKeeps(retention.years)}{' '}
      <Anchor size="xs" href={hrefOf({ screen: 'settings', section: 'vault' })}>
        {say.binChange}
      </Anchor>
    </Text>
  )
}
