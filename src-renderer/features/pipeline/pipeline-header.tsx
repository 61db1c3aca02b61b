import { Button, CloseButton, Group, Kbd, TextInput, Title, Tooltip } from '@mantine/core'
import { IconDownload, IconFileImport, IconPlus, IconPrinter, IconSearch } from '@tabler/icons-react'
import { memo, type KeyboardEvent, type RefObject } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { usePipeline, queryNow } from './pipeline-store.ts'
import { useSelection } from './selection-store.ts'
import { startDeal } from '../deals/deal-actions.ts'
import { Traits } from './pipeline-filters.tsx'
import classes from './pipeline.module.css'
import { call } from '../../platform/api/funding-desk.ts'
import { saveFile } from '../../platform/ui/command.tsx'
import { IconButton } from '../../platform/ui/parts.tsx'

interface PipelineHeaderProps {
  /** True if there is no deal yet to search, print, or export. */
  isBare: boolean
  searchField: RefObject<HTMLInputElement | null>
  onPrint: () => void
  onImport: () => void
}

/**
 * The header of the pipeline: title, active filters, search, and actions for all deals. It is memoized, so that a new list of deals does not render it
 * again.
 */
export const PipelineHeader = memo(function PipelineHeader({
  isBare,
  searchField,
  onPrint,
  onImport,
}: PipelineHeaderProps) {
  const text = messages().pipeline
  const hasSelection = useSelection(({ selected }) => selected.size > 0)
  const toPrint = hasSelection ? text.printSelected : text.print
  const toExport = hasSelection ? text.exportSelected : text.exportCsv
  const onExport = () => void exportDeals(hasSelection ? [...useSelection.getState().selected] : undefined)
  // Print prints the whole list or the selection, not only the visible rows.
  const tools = [
    { id: 'app.print', label: toPrint, icon: IconPrinter, keys: 'mod+P', whileTyping: true, run: onPrint },
    { id: 'pipeline.export', label: toExport, icon: IconDownload, keys: 'E', run: onExport },
    { id: 'pipeline.import', label: text.import, icon: IconFileImport, keys: 'I', run: onImport },
  ]
  useActions('pipeline', [...tools])
  return (
    <header className={classes.header}>
      <Title
        order={1}
        className={classes.title}
        // The title has the focus after the broker opened this screen.
        onKeyDown={(event) => event.key === 'ArrowDown' && focusFirst(event)}
      >
        {messages().shell.pipeline}
      </Title>
      <Traits />
      {!isBare && <SearchField field={searchField} />}
      <Group gap={2} wrap="nowrap" {...(isBare && { ml: 'auto' })}>
        {(isBare ? tools.slice(-1) : tools).map(({ id, label, icon, run }) => (
          <IconButton key={id} icon={icon} label={label} hint={label} size={32} iconSize={17} onClick={run} />
        ))}
      </Group>
      <Tooltip label={keysText('mod+N')}>
        <Button
          // The empty list has its own primary button.
          variant={isBare ? 'default' : 'filled'}
          leftSection={<IconPlus size={16} />}
          onClick={() => void startDeal()}
          flex="none"
        >
          {text.newApplication}
        </Button>
      </Tooltip>
    </header>
  )
})

function SearchField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { search, setSearch } = usePipeline()
  return (
    <TextInput
      ref={field}
      data-search-deals
      className={classes.search}
      aria-label={messages().pipeline.searchDeals}
      placeholder={messages().pipeline.searchHint}
      leftSection={<IconSearch size={15} />}
      rightSection={
        search === '' ? (
          <Kbd size="xs">/</Kbd>
        ) : (
          <CloseButton
            size={24}
            aria-label={messages().pipeline.clearSearch}
            onClick={() => {
              setSearch('')
              field.current?.focus()
            }}
          />
        )
      }
      value={search}
      onChange={(event) => setSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leaveOrClear(event.currentTarget)
        if (event.key === 'ArrowDown') focusFirst(event)
        if (event.key === 'Enter') firstDeal()?.click()
      }}
    />
  )
}

/** Escape clears the search field. If the field is already empty, Escape moves the focus to the list. */
function leaveOrClear(field: HTMLInputElement): void {
  if (field.value === '') field.blur()
  else usePipeline.getState().setSearch('')
}

function focusFirst(event: KeyboardEvent): void {
  event.preventDefault()
  const active = '[data-list] [data-index][tabindex="0"]'
  const to = firstDeal() ?? document.querySelector<HTMLElement>(active)
  to?.focus()
}

function firstDeal(): HTMLElement | null {
  return document.querySelector('[data-list] [data-index="0"], [data-card]')
}

/** Exports these deals with the list's columns. Without `deal_ids`, exports all deals of the list. */
export async function exportDeals(deal_ids?: string[]): Promise<void> {
  const work = call('pipeline.export', {
    columns: ['business', ...usePipeline.getState().layout.columns.shown],
    of: deal_ids === undefined ? { query: queryNow() } : { deal_ids },
  })
  await saveFile(work, messages().common.savedAs)
}
