import { Paper, Select, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { RETENTION_YEARS, type Retention } from '../../../src-shared/domain/retention.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { notifyError } from '../../ui/notify-error.ts'

const FOR_EVER = 'for_ever'

/** For how long the bin keeps deals that were ever submitted. A choice is saved at once. */
export function RetentionSection() {
  const [retention, setRetention] = useState<Retention | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(load, [])
  function load() {
    setError(null)
    void call('vault.retention', {}).then((read) =>
      read.ok ? setRetention(read.value) : setError(read.error),
    )
  }
  async function choose(chosen: string | null) {
    const years = RETENTION_YEARS.find((one) => String(one) === chosen) ?? null
    const kept = await call('vault.save_retention', { years })
    if (!kept.ok) return notifyError(kept.error)
    setRetention(kept.value)
    notifications.show({ message: messages().settings.retention.saved, color: 'teal' })
  }
  const said = messages().settings.retention
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="retention-title">
      <Title order={2} id="retention-title" mb={4}>
        {said.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {said.what}
      </Text>
      {error !== null && <ErrorNote error={error} onAgain={load} />}
      {retention !== null && (
        <Select
          label={said.keep}
          description={said.law}
          allowDeselect={false}
          maw={360}
          data={[
            { value: FOR_EVER, label: said.untilDeleted },
            ...RETENTION_YEARS.map((years) => ({ value: String(years), label: said.years(years) })),
          ]}
          value={retention.years === null ? FOR_EVER : String(retention.years)}
          onChange={(chosen) => void choose(chosen)}
        />
      )}
    </Paper>
  )
}
