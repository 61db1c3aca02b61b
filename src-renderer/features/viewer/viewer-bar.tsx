import { ActionIcon, Button, Group, NumberInput, Select, Text, TextInput, Tooltip } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
  IconSearch,
} from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { locale, messages } from '../../../src-shared/messages/messages.ts'
import type { Search } from './use-search.ts'
import { STEPS, type Zoom } from './zoom.ts'
import classes from './viewer.module.css'

interface ViewerBarProps {
  page: number
  pages: number
  zoom: Zoom
  search: Search
  searchBox: RefObject<HTMLInputElement | null>
  onPage: (page: number) => void
  onZoom: (zoom: Zoom) => void
  onStep: (direction: 1 | -1) => void
  canStep: { in: boolean; out: boolean }
  onRotate: () => void
  onSave: () => void
}

/** Where one is in a document, how large it is shown, and what is looked for in it. */
export function ViewerBar(bar: ViewerBarProps) {
  const t = messages().viewer
  return (
    <div className={classes.bar} role="toolbar" aria-label={t.tools}>
      <Group gap={4} wrap="nowrap">
        <Tool label={t.previousPage} disabled={bar.page <= 1} onClick={() => bar.onPage(bar.page - 1)}>
          <IconChevronUp size={16} />
        </Tool>
        <Tool label={t.nextPage} disabled={bar.page >= bar.pages} onClick={() => bar.onPage(bar.page + 1)}>
          <IconChevronDown size={16} />
        </Tool>
        <NumberInput
          size="xs"
          w={56}
          hideControls
          min={1}
          max={bar.pages}
          aria-label={t.page}
          value={bar.page}
          onChange={(value) => typeof value === 'number' && bar.onPage(value)}
        />
        <Text size="sm" c="dimmed" className="tabular" data-testid="viewer-pages">
          {t.of(bar.pages)}
        </Text>
      </Group>
      <Group gap={4} wrap="nowrap">
        <Tool label={t.zoomOut} disabled={!bar.canStep.out} onClick={() => bar.onStep(-1)}>
          <IconMinus size={16} />
        </Tool>
        <Select
          size="xs"
          w={136}
          aria-label={t.zoom}
          allowDeselect={false}
          data={zoomChoices()}
          value={String(bar.zoom)}
          onChange={(value) => value !== null && bar.onZoom(value === 'fit' ? 'fit' : Number(value))}
        />
        <Tool label={t.zoomIn} disabled={!bar.canStep.in} onClick={() => bar.onStep(1)}>
          <IconPlus size={16} />
        </Tool>
        <Tool label={t.rotate} onClick={bar.onRotate}>
          <IconRotateClockwise size={16} />
        </Tool>
      </Group>
      <SearchTools search={bar.search} searchBox={bar.searchBox} />
      <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={bar.onSave}>
        {t.save}
      </Button>
    </div>
  )
}

function SearchTools({ search, searchBox }: Pick<ViewerBarProps, 'search' | 'searchBox'>) {
  const t = messages().viewer
  const { sought, total, place, look, step } = search
  return (
    <Group gap={4} wrap="nowrap" role="search">
      <TextInput
        ref={searchBox}
        size="xs"
        w={210}
        aria-label={t.search}
        placeholder={t.search}
        leftSection={<IconSearch size={14} />}
        value={sought}
        maxLength={100}
        onChange={({ currentTarget: { value } }) => look(value)}
        onKeyDown={(event) => event.key === 'Enter' && step(event.shiftKey ? -1 : 1)}
      />
      <Text size="xs" c="dimmed" miw={56} role="status" className="tabular" data-testid="viewer-matches">
        {sought.trim() === '' ? '' : total === null ? t.searching : t.matches(place, total)}
      </Text>
      <Tool label={t.previousMatch} disabled={!total} onClick={() => step(-1)}>
        <IconChevronUp size={16} />
      </Tool>
      <Tool label={t.nextMatch} disabled={!total} onClick={() => step(1)}>
        <IconChevronDown size={16} />
      </Tool>
    </Group>
  )
}

function Tool(props: { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  const { label, disabled = false, onClick, children } = props
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

function zoomChoices() {
  const percent = new Intl.NumberFormat(locale(), { style: 'percent' })
  return [
    { value: 'fit', label: messages().viewer.fit },
    ...STEPS.map((step) => ({ value: String(step), label: percent.format(step) })),
  ]
}
