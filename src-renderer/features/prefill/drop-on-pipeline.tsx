import { Portal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import classes from './drop-on-pipeline.module.css'

const NewDealDialog = lazy(() =>
  import('./new-deal-dialog.tsx').then((file) => ({ default: file.NewDealDialog })),
)

/** Offers to create a deal from PDFs that are dropped on the pipeline. */
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
      <Suspense fallback={null}>
        {files.length > 0 && <NewDealDialog files={files} onClose={() => setFiles([])} />}
      </Suspense>
    </>
  )
}
