import { Button, Group, Select, Text, TextInput, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleDot, IconCircleHalf2, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { missingLines } from '../../../src-shared/features/deal-screen/next-step.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { run } from '../../platform/ui/command.tsx'
import { lacks } from '../../platform/ui/periods.ts'
import classes from './documents.module.css'
import { Form, Hint, IconButton } from '../../platform/ui/parts.tsx'
import { type ChecklistItem, shownState } from '../../../src-shared/features/documents/document.ts'

const STATES = {
  open: { Icon: IconCircle, color: 'var(--mantine-color-dimmed)' },
  partial: { Icon: IconCircleHalf2, color: 'var(--mantine-color-orange-6)' },
  prepared: { Icon: IconCircleDot, color: 'var(--mantine-color-blue-6)' },
  answered: { Icon: IconCircleCheckFilled, color: 'var(--mantine-color-teal-6)' },
} as const

/**
 * The checklist of documents that the funder wants: the usual documents, and stipulations (documents that the funder requested for this
 * deal) that the broker adds.
 */
export function ChecklistPanel({ deal }: { deal: Deal }) {
  const [label, setLabel] = useState('')
  const text = messages().documents.checklist
  const open = missingLines(deal.checklist).length
  const isAllReceived = deal.checklist.every(({ state }) => state === 'answered')
  async function add() {
    if (label.trim() === '') return
    if ((await run(call('checklist.add', { deal_id: deal.deal_id, label }))) !== null) setLabel('')
  }
  return (
    <section aria-labelledby="checklist-title" data-testid="checklist">
      <Group gap="xs" align="baseline" mb={4}>
        <Title order={2} id="checklist-title">
          {text.title}
        </Title>
        <Hint className="tabular">
          {open > 0 ? messages().deal.partOpen(open) : isAllReceived ? text.allReceived : text.allAttached}
        </Hint>
      </Group>
      <ul className={classes.checklist}>
        {deal.checklist.map((item) => (
          <Line key={item.item_id} item={item} deal={deal} />
        ))}
      </ul>
      <Form onSubmit={add}>
        <Group gap="xs" wrap="nowrap" mt={4}>
          <TextInput
            size="xs"
            w={260}
            aria-label={text.addItem}
            placeholder={text.addItem}
            value={label}
            maxLength={200}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Button size="xs" type="submit" disabled={label.trim() === ''}>
            {text.add}
          </Button>
        </Group>
      </Form>
    </section>
  )
}

function Line({ item, deal }: { item: ChecklistItem; deal: Deal }) {
  const state = shownState(item)
  const { Icon, color } = STATES[state]
  const [missing, ...undated] = lacks(item)
  const text = messages().documents.checklist
  return (
    <li data-checklist={item.label} data-state={state}>
      <Icon size={15} color={color} aria-hidden="true" />
      <Text flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {item.label}
      </Text>
      <Hint>{text.states[state]}</Hint>
      {item.own && (
        <IconButton
          icon={IconX}
          label={text.removeItemNamed(item.label)}
          hint={text.removeItem}
          iconSize={12}
          onClick={() => void run(call('checklist.remove', { deal_id: deal.deal_id, item_id: item.item_id }))}
        />
      )}
      {missing !== undefined && (
        <Text
          size="xs"
          w="100%"
          pl={23}
          className={classes.missing}
          data-missing={item.missing_days.map(({ from, to }) => `${from}/${to}`).join(' ')}
        >
          {[text.missing(missing), ...undated].join('. ')}
        </Text>
      )}
      {item.undecided > 0 && (
        <Text size="xs" w="100%" pl={23} c="dimmed" data-undecided={item.undecided}>
          {text.undecided(item.undecided)}
        </Text>
      )}
      {item.unverified > 0 && (
        <Text size="xs" w="100%" pl={23} c="dimmed" data-unverified={item.unverified}>
          {text.unverified(item.unverified)}
        </Text>
      )}
      {(item.own || item.of_offer) && <Answer item={item} deal={deal} />}
    </li>
  )
}

/**
 * Lets the broker select the document for a checklist line that the broker added. For a usual line, the app itself finds the document by
 * the kind of document.
 */
function Answer({ item, deal }: { item: ChecklistItem; deal: Deal }) {
  const text = messages().documents.checklist
  if (deal.document_list.length === 0) return null
  const [answering] = item.document_ids
  async function tie(document_id: string | null) {
    const target = document_id ?? answering
    if (target === undefined) return
    const item_id = document_id === null ? null : item.item_id
    await run(call('documents.link', { document_id: target, item_id }))
  }
  return (
    <Select
      size="xs"
      w="100%"
      pl={23}
      mb={6}
      aria-label={text.answers(item.label)}
      placeholder={text.which}
      // The broker can clear only a chosen document, not a match by document kind.
      clearable={item.chosen}
      data={deal.document_list.map(({ document_id, name }) => ({ value: document_id, label: name }))}
      value={answering ?? null}
      onChange={(document_id) => void tie(document_id)}
    />
  )
}
