import { Button, Group, Menu, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconForms, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { language, LANGUAGES, messages, type Language } from '../../../src-shared/messages/messages.ts'
import type { DealStatements } from '../../../src-shared/statements/deal-statements.ts'
import { useActions } from '../../actions/actions.ts'
import { call } from '../../api/funding-desk.ts'
import { useSuggestions } from '../../stores/suggestions-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { reviewSuggestions } from '../prefill/review-suggestions.ts'

/** Buttons for what the broker can do with verified figures: put them into the form, export them, print them. */
export function StatementExports({ deal, view }: { deal: Deal; view: DealStatements }) {
  const [isPrinting, setPrinting] = useState(false)
  const text = messages().statementUse
  const { deal_id } = deal
  const isVerified = view.accounts.some(({ months }) => months.some(({ verdict }) => verdict === 'verified'))
  const isEditable = deal.state === 'draft' || deal.state === 'refused'
  const hasValues = useSuggestions(
    ({ deal_id: of, suggestions }) =>
      of === deal_id && (suggestions ?? []).some(({ places }) => places.length > 0),
  )
  async function save(format: 'csv' | 'xlsx') {
    const saved = await call('statements.export', { deal_id, format })
    if (!saved.ok) return notifyError(saved.error)
    const { saved_as, left_out } = saved.value
    if (saved_as === null) return
    const parts = [text.saved(saved_as), ...(left_out > 0 ? [text.leftOut(left_out)] : [])]
    notifications.show({ message: parts.join(' '), autoClose: 8_000 })
  }
  const canReview = isEditable && hasValues
  useActions([
    ...(canReview
      ? [
          {
            id: 'statements.form_values',
            label: text.forForm,
            section: 'deal' as const,
            run: reviewSuggestions,
          },
        ]
      : []),
    ...(isVerified
      ? [
          {
            id: 'statements.export_csv',
            label: text.tools.csv,
            section: 'deal' as const,
            run: () => void save('csv'),
          },
          {
            id: 'statements.export_xlsx',
            label: text.tools.xlsx,
            section: 'deal' as const,
            run: () => void save('xlsx'),
          },
          {
            // On this screen, the action Print prints the summary.
            id: 'app.print',
            label: text.tools.summary,
            section: 'deal' as const,
            keys: 'mod+P',
            whileTyping: true,
            run: () => setPrinting(true),
          },
        ]
      : []),
  ])
  if (!isVerified) return null
  return (
    <>
      {canReview && (
        <Button variant="default" size="xs" leftSection={<IconForms size={14} />} onClick={reviewSuggestions}>
          {text.forForm}
        </Button>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconDownload size={14} />}>
            {text.tools.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void save('csv')}>{text.tools.csv}</Menu.Item>
          <Menu.Item onClick={() => void save('xlsx')}>{text.tools.xlsx}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPrinter size={14} />}
        onClick={() => setPrinting(true)}
      >
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
  const [error, setError] = useState<AppError | null>(null)
  const text = messages().statementUse
  async function make(as: 'paper' | 'pdf') {
    setError(null)
    setBusy(as)
    const made = await call('statements.print', { deal_id, as, language: to })
    setBusy(null)
    if (!made.ok) return setError(made.error)
    if (!made.value.done) return
    onClose()
    const { saved_as } = made.value
    if (saved_as !== null) notifications.show({ message: text.saved(saved_as) })
  }
  return (
    <Modal opened onClose={onClose} title={text.summary.title}>
      <Stack gap="md">
        <Text size="sm">{text.tools.summaryHint}</Text>
        <Stack gap={4}>
          <Text size="sm" fw={500} id="summary-language">
            {text.tools.language}
          </Text>
          <SegmentedControl
            aria-labelledby="summary-language"
            value={to}
            onChange={(next) => setTo(next)}
            data={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))}
          />
        </Stack>
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={busy === 'pdf'}
            disabled={busy !== null}
            onClick={() => void make('pdf')}
          >
            {text.tools.pdf}
          </Button>
          <Button
            loading={busy === 'paper'}
            disabled={busy !== null}
            onClick={() => void make('paper')}
            data-autofocus
          >
            {text.tools.print}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
