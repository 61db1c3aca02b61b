import { List } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useBusy } from '../../ui/command.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Hint } from '../../ui/parts.tsx'
import { attachFiles } from '../../stores/attach-store.ts'

/** Asks whether to create a deal from PDFs, and attaches them to the new deal. */
export function NewDealDialog({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const { busy, run } = useBusy()
  const text = messages().prefill.newDeal
  async function create() {
    const created = await run(call('deals.create', {}))
    onClose()
    if (created !== null) attachFiles(created.deal_id, files)
  }
  return (
    <Dialog
      onClose={onClose}
      title={text.title}
      transitionProps={{ duration: 0 }}
      action={{ label: text.create, run: () => void create(), busy, focus: 'action' }}
    >
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {files.slice(0, 10).map((file, at) => (
          <List.Item key={at}>{file.name}</List.Item>
        ))}
        {files.length > 10 && <List.Item>…</List.Item>}
      </List>
      <Hint size="sm">{text.text(files.length)}</Hint>
    </Dialog>
  )
}
