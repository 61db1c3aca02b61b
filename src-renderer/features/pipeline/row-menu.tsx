import { Menu } from '@mantine/core'
import { useState, type MouseEvent } from 'react'
import type { DealSummary } from '../../../src-shared/domain/deal.ts'
import { DealMenuItems } from '../deal/deal-menu.tsx'

interface OpenMenu {
  deal: DealSummary
  x: number
  y: number
  row: HTMLElement
}

/** The menu of a row, where it was asked for: by the right button, or by the keyboard's menu key. */
export function useRowMenu() {
  const [open, setOpen] = useState<OpenMenu | null>(null)
  function ask(event: MouseEvent<HTMLElement>, deal: DealSummary, row: HTMLElement) {
    event.preventDefault()
    setOpen({ deal, x: event.clientX, y: event.clientY, row })
  }
  function close() {
    open?.row.focus()
    setOpen(null)
  }
  const menu = open !== null && (
    <Menu opened onClose={close} position="bottom-start" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <span style={{ position: 'fixed', left: open.x, top: open.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        <DealMenuItems deal={open.deal} />
      </Menu.Dropdown>
    </Menu>
  )
  return { menu, ask }
}
