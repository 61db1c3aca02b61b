import { Button } from '@mantine/core'
import { IconCopyCheck } from '@tabler/icons-react'
import { valueAt } from '../../../src-shared/profile/form-path.ts'
import type { ProfileCopy, ProfileList } from '../../../src-shared/profile/payload-profile.ts'
import { textOf, useDeal } from '../../stores/deal-store.ts'

interface CopyOfferProps {
  list: ProfileList
  copy: ProfileCopy
  index: number
}

/** Offers a row what stands elsewhere in the form already (WCAG 3.3.7), as long as it would change something. */
export function CopyOffer({ list, copy, index }: CopyOfferProps) {
  const target = (field: string) => [list.path, index, copy.to, field].filter((part) => part !== '').join('.')
  const isUseful = useDeal(({ values }) => {
    const from = copy.fields.map((field) => textOf(valueAt(values, `${copy.from}.${field}`)))
    const there = copy.fields.map((field) => textOf(valueAt(values, target(field))))
    return from.some((text) => text !== '') && there.every((text) => text === '')
  })
  if (!isUseful) return null
  function take() {
    const { values, change } = useDeal.getState()
    for (const field of copy.fields) {
      const value = textOf(valueAt(values, `${copy.from}.${field}`))
      if (value !== '') change({ op: 'set', path: target(field), value })
    }
    // The button goes; the keyboard stays at what it filled.
    const [first = ''] = copy.fields
    document.querySelector<HTMLElement>(`[data-path="${CSS.escape(target(first))}"]`)?.focus()
  }
  return (
    <Button
      mt="xs"
      variant="subtle"
      size="compact-sm"
      leftSection={<IconCopyCheck size={14} />}
      onClick={take}
      data-copy={copy.to}
    >
      {copy.label}
    </Button>
  )
}
