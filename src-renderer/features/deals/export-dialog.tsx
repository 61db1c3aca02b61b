import { Checkbox, SegmentedControl, Text } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useSupportMode } from '../../platform/page/appearance-store.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { saveFile, useBusy } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { Hint } from '../../platform/ui/parts.tsx'
import { beginDragOut } from '../handout/handout-bar.tsx'
import drag from '../handout/handout.module.css'

/**
 * Saves a draft as a file that the app can import again. The file contains identifying numbers (SSN, EIN) only if the broker selects this.
 */
export function ExportDialog({ deal_id, onClose }: { deal_id: string; onClose: () => void }) {
  const [as, setAs] = useState<'json' | 'csv'>('csv')
  const [with_sensitive, setWithSensitive] = useState(false)
  const isTechnical = useSupportMode()
  async function save() {
    const work = call('drafts.export', { deal_id, as, with_sensitive })
    if (await saveFile(work, messages().deal.savedAs)) onClose()
  }
  const text = messages().deal.export
  return (
    <Dialog
      onClose={onClose}
      title={text.title}
      gap="md"
      action={{ label: text.save, run: () => void save(), cancel: null }}
    >
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
        <Text>{text.csv}</Text>
      )}
      <Checkbox
        label={text.withSensitive}
        description={text.withSensitiveHint}
        checked={with_sensitive}
        onChange={(event) => setWithSensitive(event.currentTarget.checked)}
      />
      <Hint>{text.notEncrypted}</Hint>
    </Dialog>
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
  const { busy, run } = useBusy()
  const text = messages().deal.package
  async function save() {
    const work = call('deals.save_package', { deal_id, with_sensitive, with_notes, with_summary })
    if (await saveFile(work, messages().deal.savedAs, run)) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={text.title}
      gap="md"
      action={{ label: messages().deal.export.save, run: () => void save(), busy, focus: 'action' }}
    >
      <Text>{text.intro}</Text>
      <Checkbox
        label={messages().deal.export.withSensitive}
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
      <Hint>{text.notEncrypted}</Hint>
      <div
        className={`${drag.package} ${drag.draggable}`}
        draggable
        data-testid="drag-package"
        onDragStart={(event) => beginDragOut(event, deal_id, { with_sensitive, with_notes, with_summary })}
      >
        <IconFileZip size={18} aria-hidden="true" />
        <Text>{messages().handout.dragPackage}</Text>
      </div>
    </Dialog>
  )
}
