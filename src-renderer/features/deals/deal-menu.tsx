import { Menu, Text } from '@mantine/core'
import {
  IconAlarm,
  IconCopy,
  IconDownload,
  IconFiles,
  IconLink,
  IconPackageExport,
  IconTrash,
  IconTrashX,
  IconWindowMaximize,
  type TablerIcon,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { deepLinkOf } from '../../../src-shared/platform/addresses/deep-link.ts'
import type { Deal, DealSummary } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { keysText } from '../../platform/actions/keys.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { navigate } from '../../platform/navigation/route.ts'
import { notifyUnsaved, useDeal } from '../drafts/deal-store.ts'
import { askWhen } from '../follow-ups/remind.ts'
import { copyText, run } from '../../platform/ui/command.tsx'
import { eraseDeals, moveToTrash, openInWindow } from './deal-actions.ts'
import { lazyPart, MoreMenu } from '../../platform/ui/parts.tsx'

const ExportDialog = lazyPart(() => import('./export-dialog.tsx').then((file) => file.ExportDialog))
const PackageDialog = lazyPart(() => import('./export-dialog.tsx').then((file) => file.PackageDialog))

export function DealMenu({ deal }: { deal: Deal }) {
  const [dialog, setDialog] = useState<'form' | 'package' | null>(null)
  const text = messages().deal
  const { deal_id } = deal
  const action = (id: string, label: string, keys: string, icon: TablerIcon, work: () => void) => ({
    id: `deal.${id}`,
    label,
    icon,
    run: work,
    keys,
    whileTyping: true,
  })
  const copyLink = () => void copyText(deepLinkOf({ deal_id }))
  const items = [
    action('save_form', text.saveForm, 'mod+shift+F', IconDownload, () => setDialog('form')),
    action('save_package', text.savePackage, 'mod+shift+S', IconPackageExport, () => setDialog('package')),
    action('copy_link', messages().menu.copyLink, 'mod+shift+U', IconLink, copyLink),
  ]
  const isMovable = deal.state !== 'sending' && deal.state !== 'queued' && deal.deleted_at === null
  useActions('deal', [
    ...items,
    action('duplicate', text.duplicate, 'mod+shift+D', IconCopy, () => void duplicate(deal_id, false)),
    isMovable && action('bin', text.moveToBin, 'mod+shift+Backspace', IconTrash, () => void bin(deal)),
  ])
  return (
    <>
      <Suspense fallback={null}>
        {dialog === 'form' && <ExportDialog deal_id={deal.deal_id} onClose={() => setDialog(null)} />}
        {dialog === 'package' && <PackageDialog deal_id={deal.deal_id} onClose={() => setDialog(null)} />}
      </Suspense>
      <MoreMenu label={text.more} size={28} iconSize={18}>
        {items.map(({ id, label, icon: Icon, keys, run: work }) => (
          <Menu.Item
            key={id}
            leftSection={<Icon size={15} />}
            rightSection={<Text size="xs">{keysText(keys)}</Text>}
            onClick={work}
          >
            {label}
          </Menu.Item>
        ))}
        <DealMenuItems deal={deal} isOpen />
      </MoreMenu>
    </>
  )
}

export function DealMenuItems({ deal, isOpen = false }: { deal: DealSummary; isOpen?: boolean }) {
  const { deal_id, documents } = deal
  const text = messages().deal
  /** Most of these keys only work on the deal's own screen. */
  const keysOf = (keys: string) => isOpen && { rightSection: <Text size="xs">{keysText(keys)}</Text> }
  return (
    <>
      <Menu.Item
        leftSection={<IconWindowMaximize size={15} />}
        {...keysOf('mod+shift+O')}
        onClick={() => openInWindow(deal_id)}
      >
        {messages().menu.openInNewWindow}
      </Menu.Item>
      {deal.deleted_at === null && (
        <Menu.Item
          leftSection={<IconAlarm size={15} />}
          rightSection={<Text size="xs">{keysText('H')}</Text>}
          onClick={() => askWhen({ of: 'deal', deal_id })}
        >
          {messages().followUps.remind}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconCopy size={15} />}
        {...keysOf('mod+shift+D')}
        onClick={() => void duplicate(deal_id, false)}
      >
        {text.duplicate}
      </Menu.Item>
      {documents > 0 && (
        <Menu.Item leftSection={<IconFiles size={15} />} onClick={() => void duplicate(deal_id, true)}>
          {text.duplicateWithDocuments}
        </Menu.Item>
      )}
      <Menu.Divider />
      {deal.deleted_at === null ? (
        <Menu.Item
          leftSection={<IconTrash size={15} />}
          {...keysOf('mod+shift+Backspace')}
          disabled={deal.state === 'sending' || deal.state === 'queued'}
          onClick={() => void bin(deal)}
        >
          {text.moveToBin}
        </Menu.Item>
      ) : (
        <Menu.Item
          color="red"
          leftSection={<IconTrashX size={15} />}
          onClick={() =>
            void eraseDeals([deal_id]).then((erased) => erased && navigate({ screen: 'pipeline' }))
          }
        >
          {messages().selection.erase}
        </Menu.Item>
      )}
    </>
  )
}

async function duplicate(deal_id: string, with_documents: boolean): Promise<void> {
  const { deal, flush } = useDeal.getState()
  if (deal?.deal_id === deal_id && !(await flush())) return notifyUnsaved()
  const copy = await run(call('deals.duplicate', { deal_id, with_documents }), messages().deal.isTheCopy)
  if (copy !== null) navigate({ screen: 'deal', deal_id: copy.deal_id })
}

async function bin(deal: DealSummary): Promise<void> {
  if (await moveToTrash(deal)) navigate({ screen: 'pipeline' })
}
