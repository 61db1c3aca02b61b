import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { KnownMerchant } from '../../../src-shared/features/merchants/merchants.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { joinTexts } from '../../platform/ui/formats.ts'
import { Hint } from '../../platform/ui/parts.tsx'
import { reuseSections } from '../prefill/prefill-store.ts'
import classes from '../prefill/prefill.module.css'

interface ReuseDialogProps {
  deal_id: string
  reuse: NonNullable<KnownMerchant['reuse']>
  onClose: () => void
}

export function ReuseDialog({ deal_id, reuse, onClose }: ReuseDialogProps) {
  const { sections, legal_name } = reuse
  const [chosen, setChosen] = useState(
    () => new Set(sections.flatMap(({ section_id, is_suggested }) => (is_suggested ? [section_id] : []))),
  )
  const [isBusy, setBusy] = useState(false)
  const text = messages().merchants
  const count = sections.reduce(
    (sum, { section_id, values }) => sum + (chosen.has(section_id) ? values.length : 0),
    0,
  )
  const toggle = (section_id: string) =>
    setChosen((was) => {
      const next = new Set(was)
      if (!next.delete(section_id)) next.add(section_id)
      return next
    })
  async function fill() {
    setBusy(true)
    const isDone = await reuseSections(deal_id, reuse.deal_id, [...chosen])
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={text.title(legal_name || messages().common.noName)}
      size="lg"
      gap="xs"
      transitionProps={{ duration: 0 }}
      action={{
        label: text.fill(count),
        run: () => void fill(),
        busy: isBusy,
        disabled: count === 0,
        isForm: true,
        focus: 'action',
      }}
    >
      <Hint size="sm">{text.text}</Hint>
      {sections.map(({ section_id, title, values, differing, is_suggested }) => (
        <div key={section_id} className={classes.section}>
          <Checkbox
            checked={chosen.has(section_id)}
            onChange={() => toggle(section_id)}
            label={`${title} · ${text.fields(values.length)}`}
            description={joinTexts([
              !is_suggested && text.mayHaveChanged,
              differing > 0 && text.differing(differing),
            ])}
          />
          <div className={classes.values}>
            {values.map(({ label, value }) => `${label}: ${value}`).join(' · ')}
          </div>
        </div>
      ))}
    </Dialog>
  )
}
