import { Portal, List } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useFileDrop } from '../../platform/ui/use-file-drop.ts'
import classes from './drop-on-pipeline.module.css'
import { call } from '../../platform/api/funding-desk.ts'
import { useBusy } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { Hint } from '../../platform/ui/parts.tsx'
import { attachFiles } from '../documents/attach-store.ts'

export function DropOnPipeline() {
  const [files, setFiles] = useState<File[]>([])
  const text = messages().prefill.newDeal
  const over = useFileDrop(
    (dropped) => {
      const pdfs = dropped.filter(({ name, type }) => type === 'application/pdf' || /\.pdf$/i.test(name))
      if (pdfs.length === 0) notifications.show({ message: text.onlyPdfs, autoClose: 5_000 })
      setFiles(pdfs)
    },
    () => document.querySelector('[role="dialog"][aria-modal="true"]') === null,
  )
  return (
    <>
      {over && (
        <Portal>
          <div className={classes.veil} data-testid="drop-veil" aria-hidden="true">
            {text.dropHere}
          </div>
        </Portal>
      )}
      {files.length > 0 && <NewDealDialog files={files} onClose={() => setFiles([])} />}
    </>
  )
}

function NewDealDialog({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
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
