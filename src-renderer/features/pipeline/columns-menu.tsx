import { ActionIcon, Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react'
import { useRef } from 'react'
import { COLUMNS, USUAL_LAYOUT, type Column } from '../../../src-shared/domain/pipeline-view.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { usePipelineParts } from '../../stores/pipeline-store.ts'
import classes from './toolbar.module.css'

interface ColumnsMenuProps {
  opened: boolean
  onChange: (opened: boolean) => void
}

/** Which columns the list has and in which order, by buttons that the keyboard reaches as well. */
export function ColumnsMenu({ opened, onChange }: ColumnsMenuProps) {
  const { layout, setColumns } = usePipelineParts('layout', 'setColumns')
  const list = useRef<HTMLDivElement>(null)
  const { shown } = layout.columns
  const hidden = COLUMNS.filter((column) => !shown.includes(column))
  const say = messages().columns

  function move(column: Column, step: number) {
    const at = shown.indexOf(column)
    const moved = shown.filter((one) => one !== column)
    moved.splice(at + step, 0, column)
    setColumns({ shown: moved })
    // At the end of the list its own button is off; the other one of the pair goes on.
    const isAtEnd = at + step === 0 || at + step === shown.length - 1
    if (isAtEnd)
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-move="${column} ${-step}"]`)?.focus(),
      )
  }

  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      width={300}
      trapFocus
      middlewares={{ size: true }}
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconColumns3 size={14} />}
          onClick={() => onChange(!opened)}
        >
          {say.choose}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say.chooseTitle} className={classes.menu}>
        <Stack gap={2} ref={list}>
          {[...shown, ...hidden].map((column) => {
            const at = shown.indexOf(column)
            const name = say.names[column]
            return (
              <Group key={column} justify="space-between" wrap="nowrap" h={30}>
                <Checkbox
                  size="sm"
                  label={name}
                  checked={at >= 0}
                  onChange={() =>
                    setColumns({
                      shown: at >= 0 ? shown.filter((one) => one !== column) : [...shown, column],
                    })
                  }
                />
                {at >= 0 && (
                  <Group gap={2} wrap="nowrap">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={26}
                      aria-label={say.moveUp(name)}
                      data-move={`${column} -1`}
                      disabled={at === 0}
                      onClick={() => move(column, -1)}
                    >
                      <IconChevronUp size={15} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={26}
                      aria-label={say.moveDown(name)}
                      data-move={`${column} 1`}
                      disabled={at === shown.length - 1}
                      onClick={() => move(column, 1)}
                    >
                      <IconChevronDown size={15} />
                    </ActionIcon>
                  </Group>
                )}
              </Group>
            )
          })}
          <Group justify="space-between" mt="xs">
            <Button size="compact-xs" variant="subtle" onClick={() => setColumns({ widths: {} })}>
              {say.fitAll}
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => setColumns(USUAL_LAYOUT.columns)}>
              {say.reset}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
