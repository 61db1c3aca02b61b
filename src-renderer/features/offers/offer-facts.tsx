import { Menu, Radio, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import {
  DECLINE_REASONS,
  SENT_BY,
  type MerchantDecline,
  type OfferScenario,
  type SentToMerchant,
} from '../../../src-shared/features/offers/offer-scenario.ts'
import type { DealOfferStanding } from '../../../src-shared/features/offers/offer-standings.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { date } from '../../../src-shared/platform/texts/plural.ts'
import { readDate } from '../../../src-shared/platform/entry/date.ts'
import { setDeclined, setSent, useRhythm } from './offers-store.ts'
import classes from './offers.module.css'
import { DayInput } from '../../platform/ui/entry-input.tsx'
import { run, useCommand } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { joinTexts } from '../../platform/ui/formats.ts'
import { Hint, MoreMenu } from '../../platform/ui/parts.tsx'

interface OfferFactsProps {
  deal: Pick<Deal, 'deal_id' | 'legal_name'>
  offer_id: string
  name: string
  standing: DealOfferStanding
  own: OfferScenario | undefined
}

/** Says what was done, and with which deal, because the broker may have opened another one. */
const named = ({ legal_name }: OfferFactsProps['deal'], said: string) => joinTexts([legal_name, said], ': ')

/** The broker's notes about the offer: how and when it was sent to the merchant, and why the merchant declined it. */
export function OfferFacts({ own, standing }: Pick<OfferFactsProps, 'own' | 'standing'>) {
  const { sent, declined } = messages().offers
  const note = own?.sent ?? null
  const reason = own?.declined ?? null
  return (
    <>
      {note !== null && (
        <Text size="xs" c="dimmed" data-offer-sent>
          {joinTexts([sent.line(date(note.on)), note.by === 'other' ? '' : sent.by[note.by]], ' · ')}
        </Text>
      )}
      {reason !== null && standing === 'declined' && (
        <Text size="xs" c="dimmed" data-offer-declined style={{ overflowWrap: 'anywhere' }}>
          {declined.line([declined.reasons[reason.reason], reason.note].filter(Boolean).join(' – '))}
        </Text>
      )}
    </>
  )
}

/** Marks the best figure of the open offers. */
export function BestMark() {
  const text = messages().offers
  return (
    <span className={classes.best} title={text.bestHint}>
      <IconStar size={11} aria-hidden="true" /> {text.best}
    </span>
  )
}

const RHYTHMS = ['offered', 'daily', 'weekly', 'monthly'] as const

export function RhythmChoice({ size = 'sm' }: { size?: 'xs' | 'sm' }) {
  const text = messages().offers.rhythm
  return (
    <SegmentedControl
      size={size}
      aria-label={text.title}
      value={useRhythm().rhythm ?? 'offered'}
      onChange={(value) => useRhythm.setState({ rhythm: value === 'offered' ? null : value })}
      data={RHYTHMS.map((value) => ({ value, label: text[value] }))}
    />
  )
}

/** A menu with which the broker notes what happened with an offer and the merchant. Nothing is sent. */
export function OfferMenu({ deal, offer_id, name, standing, own }: OfferFactsProps) {
  const [dialog, setDialog] = useState<'sent' | 'declined' | null>(null)
  const { offers: text, history } = messages()
  const close = () => setDialog(null)
  const isSent = (own?.sent ?? null) !== null
  /** Removes a note, and offers to write it again. */
  const remove = <Value,>(
    set: (value: Value | null) => Promise<Result<unknown>>,
    value: Value | null,
    said: string,
  ) => void run(set(null), named(deal, said), () => set(value))
  const sentAs = (value: OfferScenario['sent']) => setSent(deal.deal_id, [offer_id], value)
  const declinedAs = (value: OfferScenario['declined']) => setDeclined(deal.deal_id, offer_id, value)
  return (
    <>
      <MoreMenu label={text.more(name)} size={28} iconSize={16}>
        {isSent ? (
          <Menu.Item onClick={() => remove(sentAs, own?.sent ?? null, history.offerNotSent)}>
            {text.sent.undo}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => setDialog('sent')}>{text.sent.mark}</Menu.Item>
        )}
        {standing === 'declined' && (
          <Menu.Item onClick={() => remove(declinedAs, own?.declined ?? null, history.offerNotDeclined)}>
            {text.declined.undo}
          </Menu.Item>
        )}
        {(standing === 'open' || standing === 'expired') && (own?.declined ?? null) === null && (
          <Menu.Item onClick={() => setDialog('declined')}>{text.declined.mark}</Menu.Item>
        )}
      </MoreMenu>
      {dialog === 'sent' && <SentDialog deal={deal} offer_id={offer_id} onClose={close} />}
      {dialog === 'declined' && <DeclineDialog deal={deal} offer_id={offer_id} onClose={close} />}
    </>
  )
}

interface DialogProps {
  deal: OfferFactsProps['deal']
  offer_id: string
  onClose: () => void
}

function SentDialog({ deal, offer_id, onClose }: DialogProps) {
  const { deal_id } = deal
  const [by, setBy] = useState<SentToMerchant['by']>('email')
  const [on, setOn] = useState(() => dayOf(new Date().toISOString()))
  const { sent: text } = messages().offers
  const day = readDate(on)
  return (
    <NoteDialog
      deal={deal}
      text={text}
      question={text.how}
      choices={SENT_BY}
      labels={text.by}
      value={by}
      onChange={setBy}
      onSave={'date' in day ? () => setSent(deal_id, [offer_id], { by, on: day.date }) : null}
      onUndo={() => setSent(deal_id, [offer_id], null)}
      onClose={onClose}
    >
      <DayInput label={text.when} value={on} onChange={setOn} />
    </NoteDialog>
  )
}

function DeclineDialog({ deal, offer_id, onClose }: DialogProps) {
  const { deal_id } = deal
  const [reason, setReason] = useState<MerchantDecline['reason'] | null>(null)
  const [note, setNote] = useState('')
  const { declined: text } = messages().offers
  return (
    <NoteDialog
      deal={deal}
      text={text}
      question={text.reason}
      choices={DECLINE_REASONS}
      labels={text.reasons}
      value={reason}
      onChange={setReason}
      onSave={reason === null ? null : () => setDeclined(deal_id, offer_id, { reason, note: note.trim() })}
      onUndo={() => setDeclined(deal_id, offer_id, null)}
      onClose={onClose}
    >
      <Textarea
        label={messages().common.note}
        value={note}
        maxLength={500}
        minRows={2}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </NoteDialog>
  )
}

interface NoteDialogProps<Choice extends string> {
  deal: OfferFactsProps['deal']
  text: { title: string; hint: string; save: string; done: string }
  question: string
  choices: readonly Choice[]
  labels: Record<Choice, string>
  value: Choice | null
  onChange: (value: Choice) => void
  onSave: (() => Promise<Result<unknown>>) | null
  onUndo: () => Promise<Result<unknown>>
  onClose: () => void
  children: ReactNode
}

/** A dialog in which the broker notes something about an offer: one of several choices, and further details. The note can be undone. */
function NoteDialog<Choice extends string>(props: NoteDialogProps<Choice>) {
  const { deal, text, question, choices, labels, value, onChange, onSave, onUndo, onClose, children } = props
  const command = useCommand()
  async function save() {
    if (onSave !== null && (await command.run(onSave(), named(deal, text.done), onUndo)) !== null) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={text.title}
      error={command.error}
      action={{ label: text.save, run: () => void save(), disabled: onSave === null }}
    >
      <Hint size="sm">{text.hint}</Hint>
      <Radio.Group label={question} value={value} onChange={onChange}>
        <Stack gap={6} mt={6}>
          {choices.map((choice) => (
            <Radio key={choice} value={choice} label={labels[choice]} />
          ))}
        </Stack>
      </Radio.Group>
      {children}
    </Dialog>
  )
}
