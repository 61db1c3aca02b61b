import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconFiles,
  IconTrash,
  IconWindowMaximize,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal, DealSummary } from '../../../src-shared/domain/deal.ts'
import { call } from '../../api/funding-desk.ts'
import { navigate } from '../../navigation/route.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { tellError } from '../../ui/tell-error.ts'
import { ExportDialog } from './export-dialog.tsx'

/** What can be done with a deal, from its header. */
export function DealMenu({ deal }: { deal: Deal }) {
  const [exporting, setExporting] = useState(false)
  return (
    <>
      {exporting && <ExportDialog deal_id={deal.deal_id} onClose={() => setExporting(false)} />}
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => setExporting(true)}>
            Save the form as a file…
          </Menu.Item>
          <DealMenuItems deal={deal} isOpen />
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** The same entries for a deal wherever it is met. */
export function DealMenuItems({ deal, isOpen = false }: { deal: DealSummary; isOpen?: boolean }) {
  const { deal_id, documents } = deal
  return (
    <>
      <Menu.Item
        leftSection={<IconWindowMaximize size={15} />}
        {...(isOpen && { rightSection: <Text size="xs">Ctrl or ⌘ + Shift + O</Text> })}
        onClick={() => void call('deals.open_window', { deal_id })}
      >
        Open in a new window
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void duplicate(deal_id, false)}>
        Duplicate
      </Menu.Item>
      {documents > 0 && (
        <Menu.Item leftSection={<IconFiles size={15} />} onClick={() => void duplicate(deal_id, true)}>
          Duplicate with documents
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTrash size={15} />}
        disabled={deal.state === 'sending' || deal.state === 'queued'}
        onClick={() => void bin(deal)}
      >
        Move to the bin
      </Menu.Item>
    </>
  )
}

async function duplicate(deal_id: string, with_documents: boolean): Promise<void> {
  if (!(await useDeal.getState().flush())) return
  const copy = await call('deals.duplicate', { deal_id, with_documents })
  if (!copy.ok) return tellError(copy.error)
  navigate({ screen: 'deal', deal_id: copy.value.deal_id })
  notifications.show({ message: 'This is the copy. Its own reference is empty.', autoClose: 5_000 })
}

async function bin(deal: DealSummary): Promise<void> {
  const binned = await call('deals.delete', { deal_id: deal.deal_id })
  if (!binned.ok) return tellError(binned.error)
  navigate({ screen: 'pipeline' })
  const id = notifications.show({
    message: (
      <Group justify="space-between">
        <span>{deal.legal_name || 'The draft'} is in the bin.</span>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            void call('deals.restore', { deal_id: deal.deal_id })
          }}
        >
          Undo
        </Button>
      </Group>
    ),
    autoClose: 10_000,
  })
}
