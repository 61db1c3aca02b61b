import { Alert, Anchor, Button, CloseButton, List, Progress, Text } from '@mantine/core'
import { Quiet } from '../../platform/ui/parts.tsx'
import {
  IconArrowBackUp,
  IconDownload,
  IconFileUpload,
  IconSend,
  IconTrash,
  IconTrashX,
  IconWindowMaximize,
} from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { BulkAction, IncompleteDeals } from '../../../src-shared/features/pipeline/pipeline-view.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { useActions, type Action } from '../../platform/actions/actions.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { useListRead, usePipeline } from './pipeline-store.ts'
import { useAllSelected, useSelection, untilIdle } from './selection-store.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { formatCount } from '../../platform/ui/formats.ts'
import { eraseDeals, openInWindow } from '../deals/deal-actions.ts'
import { exportDeals } from './pipeline-header.tsx'
import { distinctNameOf, nameOfDeal } from './column-cells.tsx'
import classes from './selection.module.css'
import { call } from '../../platform/api/funding-desk.ts'
import { HealthNotes } from '../submission/health-notes.tsx'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { notifyDone, offerUndo } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { useLoaded } from '../../platform/ui/loaded.tsx'
import { EnvironmentBadge, RecipientText } from '../../platform/page/environment-badge.tsx'
import { FirstRealDialog, useFirstReal } from '../submission/first-real-dialog.tsx'
import { DELETE_KEYS } from '../../platform/actions/keys.ts'

const MOST_WINDOWS = 6

export const SelectionBar = memo(function SelectionBar() {
  const { selected, working, error, selectAll, clear, dismiss } = useSelection()
  const { filter } = usePipeline()
  const { read } = useListRead()
  const [asking, setAsking] = useState(false)
  const text = messages().selection
  const count = selected.size
  const total = read?.total ?? 0
  const isAll = useAllSelected(total)
  const isFree = count > 0 && working === null
  const isBin = filter === 'bin'
  const choices: (Action & { icon: typeof IconSend; short: string })[] = [
    ...(isBin
      ? [choice('restore', text.restore, IconArrowBackUp, () => void act('restore'))]
      : [
          choice('submit', messages().deal.submit, IconSend, () => setAsking(true), 'shift+S'),
          choice('send_documents', text.sendDocuments, IconFileUpload, () => void act('send_documents')),
        ]),
    choice('export', messages().pipeline.exportCsv, IconDownload, () => void exportDeals([...selected])),
    ...(isBin
      ? [choice('erase', text.erase, IconTrashX, () => void erase(), DELETE_KEYS)]
      : [
          ...(count <= MOST_WINDOWS
            ? [choice('open', text.openWindows, IconWindowMaximize, openWindows)]
            : []),
          choice('bin', messages().deal.moveToBin, IconTrash, () => void act('bin'), DELETE_KEYS),
        ]),
  ]
  useActions(
    'pipeline',
    isFree
      ? [
          ...choices,
          {
            id: 'selection.clear',
            label: text.clear,
            keys: 'Escape',
            run: clearAndGoOn,
          },
        ]
      : [],
  )
  /** Clears the selection, and moves the focus to the list instead of to the search above it. */
  function clearAndGoOn() {
    clear()
    document.querySelector<HTMLElement>('[data-list] [data-index][tabindex="0"]')?.focus()
  }
  return (
    <>
      <span role="status" className="visually-hidden">
        {count > 0 ? text.selected(count) : ''}
      </span>
      {error !== null && (
        <div className={classes.note}>
          <ErrorNote error={error} onClose={dismiss} />
        </div>
      )}
      <Refusals />
      {working !== null && <Working />}
      {isFree && (
        <div className={classes.bar} data-bottom-bar role="toolbar" aria-label={text.bar}>
          <strong className={classes.count}>{text.selected(count)}</strong>
          {!isAll && total > 0 && (
            <Quiet size="compact-sm" onClick={() => void selectAll()}>
              {text.selectAll(total)}
            </Quiet>
          )}
          <span className={classes.spring} />
          {choices.map(({ id, icon: Icon, short, run }) => (
            <Button key={id} size="compact-sm" leftSection={<Icon size={14} />} data-bulk={id} onClick={run}>
              {short}
            </Button>
          ))}
          <CloseButton size="sm" aria-label={text.clear} onClick={clearAndGoOn} />
        </div>
      )}
      {asking && (
        <SubmitAll
          deal_ids={[...selected]}
          onClose={() => setAsking(false)}
          onSubmit={() => {
            setAsking(false)
            void act('submit')
          }}
        />
      )}
    </>
  )
})

function choice(
  name: string,
  short: string,
  icon: typeof IconSend,
  run: () => void,
  keys?: string | readonly string[],
) {
  const label = `${short} (${messages().selection.bar.toLowerCase()})`
  return {
    id: `pipeline.selected_${name}`,
    label,
    short,
    icon,
    section: 'pipeline' as const,
    run,
    ...(keys !== undefined && { keys }),
  }
}

async function erase(): Promise<void> {
  const { selected, clear } = useSelection.getState()
  if (await eraseDeals([...selected])) clear()
}

function openWindows(): void {
  for (const deal_id of useSelection.getState().selected) openInWindow(deal_id)
}

async function act(action: BulkAction): Promise<void> {
  const { selected, act: perform } = useSelection.getState()
  const done = await perform(action, [...selected])
  if (done === null || done.deal_ids.length === 0) return
  const { length } = done.deal_ids
  const read = length === 1 ? await call('pipeline.rows', { deal_ids: done.deal_ids }) : null
  const name = nameOfDeal((read?.ok ? read.value[0] : undefined) ?? { legal_name: '' })
  const text = messages().selection
  const reported = {
    bin: text.moved,
    restore: text.restored,
    submit: text.submitted,
    send_documents: text.documentsQueued,
  }[action](length, name)
  if (action === 'submit') {
    const settings = await call('submission.settings', {})
    const ms = settings.ok ? settings.value.undo_seconds * 1_000 : 0
    if (ms > 0) return offerUndo(reported, () => takeBack(done.deal_ids), { ms })
  }
  if (action !== 'bin') return notifyDone(reported)
  const restore = async () => {
    await untilIdle()
    await useSelection.getState().act('restore', done.deal_ids)
    return ok({})
  }
  offerUndo(reported, restore, { undone: text.restored(length, name) })
}

/** Takes applications out of the queue. Returns the first failure, if one of them was sent already. */
async function takeBack(deal_ids: readonly string[]): Promise<Result<unknown>> {
  const answers = await Promise.all(deal_ids.map((deal_id) => call('submission.cancel', { deal_id })))
  return answers.find((answer) => !answer.ok) ?? ok({})
}

function Working() {
  const { working, stop } = useSelection()
  if (working === null) return null
  const text = messages().selection
  const { action, done, total } = working
  return (
    <div className={classes.bar} data-bottom-bar>
      <strong className={classes.count}>{text.working[action]}</strong>
      <Progress
        className={classes.spring}
        value={(done / total) * 100}
        transitionDuration={0}
        aria-label={text.working[action]}
      />
      <span className={classes.count}>{text.progress(formatCount(done), formatCount(total))}</span>
      <Button size="compact-sm" onClick={stop}>
        {text.stop}
      </Button>
    </div>
  )
}

function Refusals() {
  const { outcome, dismiss } = useSelection()
  if (outcome === null) return null
  const { refused, refusals, not_reached } = outcome.result
  const text = messages().selection
  return (
    <div className={classes.note}>
      <Alert
        color="orange"
        title={refusals > 0 ? text.refusals(refusals) : text.notReached(not_reached)}
        withCloseButton
        closeButtonLabel={messages().common.close}
        onClose={dismiss}
        role="alert"
      >
        <List size="sm" className={classes.refusals}>
          {refused.map((deal) => (
            <List.Item key={deal.deal_id} data-refused={deal.deal_id}>
              <Anchor href={hrefOf({ screen: 'deal', deal_id: deal.deal_id })}>{distinctNameOf(deal)}</Anchor>
              {': '}
              {formatMessage(deal.error.message)} {formatMessage(deal.error.advice)}
            </List.Item>
          ))}
        </List>
        {refusals > refused.length && <Text>{text.refusalsMore(refusals - refused.length)}</Text>}
        {refusals > 0 && not_reached > 0 && <Text>{text.notReached(not_reached)}</Text>}
      </Alert>
    </div>
  )
}

interface SubmitAllProps {
  deal_ids: string[]
  onClose: () => void
  onSubmit: () => void
}

/** Shows the recipient, and what the app knows to be wrong or missing in the selected applications before they are sent. */
function SubmitAll({ deal_ids: chosen, onClose, onSubmit }: SubmitAllProps) {
  const first = useFirstReal()
  const [deal_ids] = useState(chosen)
  const { value: incomplete, error } = useLoaded(() => call('pipeline.incomplete', { deal_ids }))
  const [isFirstReal, setFirstReal] = useState(false)
  const text = messages().selection
  const isKnown = first !== null && (incomplete !== null || error !== null)
  // Main checks only a limited number of deals for missing items. If there are more deals, assume that all can be sent.
  const leaving = incomplete?.not_looked_at === 0 ? incomplete.leaving : deal_ids.length
  if (leaving === 0)
    return (
      <Dialog
        onClose={onClose}
        title={text.noneReady}
        action={{ label: messages().common.close, run: onClose, cancel: null, focus: 'action' }}
      >
        <Text>{text.noneReadyBody}</Text>
      </Dialog>
    )
  if (first !== null && isFirstReal)
    return (
      <FirstRealDialog of={{ count: leaving }} host={first.host} onClose={onClose} onConfirmed={onSubmit} />
    )
  return (
    <Dialog
      onClose={onClose}
      size={560}
      title={
        leaving === deal_ids.length
          ? text.submitTitle(leaving)
          : text.submitSome(formatCount(leaving), formatCount(deal_ids.length))
      }
      error={error}
      action={{
        label: messages().deal.submit,
        run: () => isKnown && (first.is_needed ? setFirstReal(true) : onSubmit()),
        icon: <IconSend size={15} />,
        isBlocked: !isKnown,
        focus: 'action',
        cancel: messages().common.notYet,
      }}
    >
      <EnvironmentBadge />
      <RecipientText say={text.submitBody} />
      {incomplete !== null && <Incomplete incomplete={incomplete} onOpen={onClose} />}
    </Dialog>
  )
}

function Incomplete({ incomplete, onOpen }: { incomplete: IncompleteDeals; onOpen: () => void }) {
  const text = messages().selection
  const { deals, not_looked_at } = incomplete
  if (deals.length === 0 && not_looked_at === 0) return null
  return (
    <Alert color="orange" {...(deals.length > 0 && { title: messages().submission.dialog.notes })}>
      <div className={classes.checks}>
        {deals.map((deal) => (
          <section key={deal.deal_id} className={classes.checked} data-wanting={deal.deal_id}>
            <Text fw={600}>{distinctNameOf(deal)}</Text>
            <HealthNotes deal_id={deal.deal_id} notes={deal.notes} onOpen={onOpen} />
          </section>
        ))}
      </div>
      {not_looked_at > 0 && <Text>{text.notChecked(not_looked_at)}</Text>}
    </Alert>
  )
}
