import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useTechnicalDetails } from '../../stores/appearance-store.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { beginDragOut } from '../handout/drag-out.ts'
import drag from '../handout/handout.module.css'

/**
 * Saves a draft as a file that the app can import again. The file contains identifying numbers (SSN, EIN) only if the broker selects this.
 */
export function ExportDialog({ deal_id, onClose }: { deal_id: string; onClose: () => void }) {
  const [as, setAs] = useState<'json' | 'csv'>('csv')
  const [with_sensitive, setWithSensitive] = useState(false)
  const isTechnical = useTechnicalDetails()
  async function save() {
    const saved = await call('drafts.export', { deal_id, as, with_sensitive })
    if (!saved.ok) return notifyError(saved.error)
    if (saved.value.saved_as === null) return
    onClose()
    notifications.show({ message: messages().deal.savedAs(saved.value.saved_as) })
  }
  const text = messages().deal.export
  return (
    <Modal opened onClose={onClose} title={text.title}>
      <Stack gap="md">
        {isTechnical ? (
          <SegmentedControl
            aria-label={text.format}
            value={as}
            onChange={(next) => setAs(next)}
            data={[
              { value: 'csv', label: text.csv },
              { value: 'json', label: text.json },
            ]}
          />
        ) : (
          <Text size="sm">{text.csv}</Text>
        )}
        <Checkbox
          label={text.withSensitive}
          description={text.withSensitiveHint}
          checked={with_sensitive}
          onChange={(event) => setWithSensitive(event.currentTarget.checked)}
        />
        <Text size="xs" c="dimmed">
          {text.notEncrypted}
        </Text>
        <Group justify="flex-end">
          <Button onClick={() => void save()}>{text.save}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Saves a whole deal as one zip file. The file contains identifying numbers (SSN, EIN) and notes only if the broker selects them. */
export function PackageDialog({ deal_id, onClose }: { deal_id: string; onClose: () => void }) {
  const [with_sensitive, setWithSensitive] = useState(false)
  const [with_notes, setWithNotes] = useState(false)
  const [with_summary, setWithSummary] = useState(false)
  const hasStatements = useDeal(
    ({ deal }) => deal?.document_list.some(({ kind }) => kind === 'bank_statement') ?? false,
  )
  const [saving, setSaving] = useState(false)
  const text = messages().deal.package
  async function save() {
    setSaving(true)
    const saved = await call('deals.save_package', { deal_id, with_sensitive, with_notes, with_summary })
    setSaving(false)
    if (!saved.ok) return notifyError(saved.error)
    if (saved.value.saved_as === null) return
    onClose()
    notifications.show({ message: messages().deal.savedAs(saved.value.saved_as) })
  }
  return (
    <Modal opened onClose={onClose} title={text.title}>
      <Stack gap="md">
        <Text size="sm">{text.intro}</Text>
        <Checkbox
          label={text.withSensitive}
          description={text.withSensitiveHint}
          checked={with_sensitive}
          onChange={(event) => setWithSensitive(event.currentTarget.checked)}
        />
        <Checkbox
          label={text.withNotes}
          description={text.withNotesHint}
          checked={with_notes}
          onChange={(event) => setWithNotes(event.currentTarget.checked)}
        />
        {hasStatements && (
          <Checkbox
            label={text.withSummary}
            description={text.withSummaryHint}
            checked={with_summary}
            onChange={(event) => setWithSummary(event.currentTarget.checked)}
          />
        )}
        <Text size="xs" c="dimmed">
          {text.notEncrypted}
        </Text>
        <div
          className={`${drag.package} ${drag.draggable}`}
          draggable
          data-testid="drag-package"
          onDragStart={(event) => beginDragOut(event, deal_id, { with_sensitive, with_notes, with_summary })}
        >
          <IconFileZip size={18} aria-hidden="true" />
          <Text size="sm">{messages().handout.dragPackage}</Text>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages().common.cancel}
          </Button>
          <Button loading={saving} onClick={() => void save()} data-autofocus>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
