import { Button, Checkbox, Group, Text, Tooltip } from '@mantine/core'
import { IconCopy, IconFolderDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useBusy } from '../../platform/ui/command.tsx'
import { useLoaded } from '../../platform/ui/loaded.tsx'
import { followDeals } from './drag-out.ts'
import classes from './handout.module.css'
import { create } from 'zustand'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

const COPY_KEYS = 'mod+shift+C'
const SAVE_KEYS = 'mod+shift+X'

export function HandOutBar({ deal }: { deal: Deal }) {
  const { document_list: documents } = deal
  const ids = useChosenDocuments((state) => state.ids)
  const canCopy = useLoaded(() => call('handout.settings', {})).value?.can_copy === true
  const copying = useBusy()
  const saving = useBusy()
  const text = messages().handout
  const chosen = chosenOf(documents, ids)
  useEffect(followDeals, [])
  useEffect(() => () => chooseDocuments([]), [])

  const target = () => ({
    deal_id: deal.deal_id,
    document_ids: chosen.length > 0 ? chosen : documents.map(({ document_id }) => document_id),
  })
  const copy = () =>
    void copying.run(call('handout.copy', target()), ({ names }) => text.copied(names.length))
  const save = () =>
    void saving.run(
      call('handout.save', target()),
      ({ folder, names }) => folder && text.saved(names.length, folder),
    )
  const isThere = documents.length > 0
  useActions('deal', [
    isThere &&
      canCopy && {
        id: 'documents.copy_files',
        label: text.copy,
        keys: COPY_KEYS,
        run: copy,
      },
    isThere && {
      id: 'documents.save_files',
      label: text.save,
      keys: SAVE_KEYS,
      run: save,
    },
  ])
  if (!isThere) return null
  return (
    <div className={classes.bar} role="group" aria-label={text.bar} data-testid="handout-bar">
      <Checkbox
        size="xs"
        aria-label={text.selectAll}
        checked={chosen.length === documents.length}
        indeterminate={chosen.length > 0 && chosen.length < documents.length}
        onChange={({ currentTarget }) => chooseDocuments(currentTarget.checked ? documents : [])}
      />
      <Text size="xs" c="dimmed" className={classes.hint} role="status">
        {chosen.length > 0 ? text.selected(chosen.length) : text.hint}
      </Text>
      <Group gap={4} wrap="nowrap">
        {canCopy && (
          <Tooltip label={`${text.copyHint} (${keysText(COPY_KEYS)})`} multiline maw={280}>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconCopy size={14} />}
              loading={copying.busy}
              onClick={copy}
            >
              {text.copy}
            </Button>
          </Tooltip>
        )}
        <Tooltip label={`${text.saveHint} (${keysText(SAVE_KEYS)})`} multiline maw={280}>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconFolderDown size={14} />}
            loading={saving.busy}
            onClick={save}
          >
            {text.save}
          </Button>
        </Tooltip>
      </Group>
    </div>
  )
}

export const useChosenDocuments = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

export function chooseDocument(document_id: string, isChosen: boolean): void {
  useChosenDocuments.setState(({ ids }) => {
    const next = new Set(ids)
    if (isChosen) next.add(document_id)
    else next.delete(document_id)
    return { ids: next }
  })
}

function chooseDocuments(documents: readonly DealDocument[]): void {
  useChosenDocuments.setState({ ids: new Set(documents.map(({ document_id }) => document_id)) })
}

function chosenOf(documents: readonly DealDocument[], ids: ReadonlySet<string>): string[] {
  return documents.flatMap(({ document_id }) => (ids.has(document_id) ? [document_id] : []))
}

/** Returns the ids to hand out with a dragged document: the whole selection if the document is a part of it, otherwise only the document. */
export function draggedWith(document_id: string, documents: readonly DealDocument[]): string[] {
  const chosen = chosenOf(documents, useChosenDocuments.getState().ids)
  return chosen.includes(document_id) ? chosen : [document_id]
}
