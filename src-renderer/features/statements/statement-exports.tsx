import { Button, Group, Menu, Text } from '@mantine/core'
import { IconDownload, IconFileSearch, IconForms, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { language, type Language, LANGUAGES, messages } from '../../../src-shared/platform/texts/messages.ts'
import type { DealStatements } from '../../../src-shared/features/statements/deal-statements.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { reviewSuggestions, useSuggestions } from './statements-store.ts'
import { run, useCommand } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { LabelledSegments } from '../../platform/ui/parts.tsx'

function StatementExports({ deal, view }: { deal: Deal; view: DealStatements }) {
  const [isPrinting, setPrinting] = useState(false)
  const text = messages().statementUse
  const { deal_id } = deal
  const isVerified = view.accounts.some(({ months }) => months.some(({ verdict }) => verdict === 'verified'))
  const isEditable = deal.state === 'draft' || deal.state === 'refused'
  const hasValues = useSuggestions(
    ({ deal_id: of, suggestions }) =>
      of === deal_id && (suggestions ?? []).some(({ places }) => places.length > 0),
  )
  const save = (format: 'csv' | 'xlsx') =>
    void run(call('statements.export', { deal_id, format }), ({ saved_as, left_out }) => {
      const leftOut = left_out > 0 ? ` ${text.leftOut(left_out)}` : ''
      return saved_as && text.saved(saved_as) + leftOut
    })
  const canReview = isEditable && hasValues
  const print = () => setPrinting(true)
  const formats = [
    { id: 'statements.export_csv', label: text.tools.csv, run: () => save('csv') },
    { id: 'statements.export_xlsx', label: text.tools.xlsx, run: () => save('xlsx') },
  ]
  useActions('deal', [
    canReview && { id: 'statements.form_values', label: text.forForm, run: reviewSuggestions },
    ...(isVerified ? formats : []),
    // On this screen, the action Print prints the summary.
    isVerified && {
      id: 'app.print',
      label: text.tools.summary,
      keys: 'mod+P',
      whileTyping: true,
      run: print,
    },
  ])
  if (!isVerified) return null
  return (
    <>
      {canReview && (
        <Button size="xs" leftSection={<IconForms size={14} />} onClick={reviewSuggestions}>
          {text.forForm}
        </Button>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button size="xs" leftSection={<IconDownload size={14} />}>
            {text.tools.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map(({ id, label, run: saveAs }) => (
            <Menu.Item key={id} onClick={saveAs}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" leftSection={<IconPrinter size={14} />} onClick={print}>
        {text.tools.summary}
      </Button>
      {isPrinting && <SummaryDialog deal_id={deal_id} onClose={() => setPrinting(false)} />}
    </>
  )
}

/** Prints the one-page summary, or saves it as a PDF, in the language of its reader. */
function SummaryDialog({ deal_id, onClose }: { deal_id: string; onClose: () => void }) {
  const [to, setTo] = useState<Language>(language())
  const [busy, setBusy] = useState<'paper' | 'pdf' | null>(null)
  const { error, run: runHere } = useCommand()
  const text = messages().statementUse
  async function make(as: 'paper' | 'pdf') {
    setBusy(as)
    const work = call('statements.print', { deal_id, as, language: to })
    const made = await runHere(work, ({ saved_as }) => saved_as && text.saved(saved_as))
    setBusy(null)
    if (made?.done) onClose()
  }
  return (
    <Dialog onClose={onClose} title={text.summary.title} gap="md" error={error}>
      <Text>{text.tools.summaryHint}</Text>
      <LabelledSegments
        label={text.tools.language}
        w="100%"
        value={to}
        onChange={(next) => setTo(next)}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))}
      />
      <Group justify="flex-end">
        <Button loading={busy === 'pdf'} disabled={busy !== null} onClick={() => void make('pdf')}>
          {text.tools.pdf}
        </Button>
        <Button
          variant="filled"
          loading={busy === 'paper'}
          disabled={busy !== null}
          onClick={() => void make('paper')}
          data-autofocus
        >
          {text.tools.print}
        </Button>
      </Group>
    </Dialog>
  )
}

export function StatementsToolbar({ deal, view }: { deal: Deal; view: DealStatements }) {
  return (
    <Group gap="xs" role="group" aria-label={messages().statements.tools}>
      <StatementExports deal={deal} view={view} />
      <ReadOther deal={deal} view={view} />
    </Group>
  )
}

/** Reads a document as a bank statement that has another type. */
function ReadOther({ deal, view }: { deal: Deal; view: DealStatements }) {
  const text = messages().statements
  const known = new Set(view.documents.map(({ document_id }) => document_id))
  const others = deal.document_list.filter(({ document_id }) => !known.has(document_id)).slice(0, 50)
  const read = (document_id: string) => void run(call('statements.read', { document_id }))
  useActions(
    'deal',
    others.map(({ document_id, name }) => ({
      id: `statements.read.${document_id}`,
      label: `${text.readNowNamed(name)} (${text.readOtherHint})`,
      searchOnly: true,
      run: () => read(document_id),
    })),
  )
  if (others.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button size="xs" leftSection={<IconFileSearch size={14} />}>
          {text.readOther}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {others.map(({ document_id, name }) => (
          <Menu.Item key={document_id} onClick={() => read(document_id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
