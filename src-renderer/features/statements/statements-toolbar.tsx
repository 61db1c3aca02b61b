import { Button, Menu } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { DealStatements } from '../../../src-shared/statements/deal-statements.ts'
import { useActions } from '../../actions/actions.ts'
import { call } from '../../api/funding-desk.ts'
import { run } from '../../ui/command.tsx'
import { StatementExports } from './statement-exports.tsx'
import classes from './statements.module.css'

/** What the broker can do with the statements of a deal. */
export function StatementsToolbar({ deal, view }: { deal: Deal; view: DealStatements }) {
  return (
    <div className={classes.tools} role="group" aria-label={messages().statements.tools}>
      <StatementExports deal={deal} view={view} />
      <ReadOther deal={deal} view={view} />
    </div>
  )
}

/** Reads a document as a bank statement that has another type. */
function ReadOther({ deal, view }: { deal: Deal; view: DealStatements }) {
  const text = messages().statements
  const known = new Set(view.documents.map(({ document_id }) => document_id))
  const others = deal.document_list.filter(({ document_id }) => !known.has(document_id)).slice(0, 50)
  const read = (document_id: string) => void run(call('statements.read', { document_id }))
  useActions(
    others.map(({ document_id, name }) => ({
      id: `statements.read.${document_id}`,
      label: `${text.readNowNamed(name)} (${text.readOtherHint})`,
      section: 'deal' as const,
      searchOnly: true,
      run: () => read(document_id),
    })),
  )
  if (others.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconFileSearch size={14} />}>
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
