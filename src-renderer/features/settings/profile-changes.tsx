import { Badge, Table } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { ProfileChange } from '../../../src-shared/profile/diff-profiles.ts'

const COLORS = { added: 'green', removed: 'red', changed: 'blue' } as const

function kindOf({ before, after }: ProfileChange): keyof typeof COLORS {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

/** Differences between two profiles, one line each. */
export function ProfileChanges({ changes, label }: { changes: ProfileChange[]; label: string }) {
  const text = messages().profiles
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table verticalSpacing={4} fz="xs" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.change}</Table.Th>
            <Table.Th>{text.what}</Table.Th>
            <Table.Th>{text.before}</Table.Th>
            <Table.Th>{text.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => {
            const kind = kindOf(change)
            return (
              <Table.Tr key={change.path} data-change={kind}>
                <Table.Td>
                  <Badge color={COLORS[kind]}>{text.kinds[kind]}</Badge>
                </Table.Td>
                <Table.Th scope="row" fw={500}>
                  {change.label}
                  <div>
                    <code>{change.path}</code>
                  </div>
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.before ?? '–'}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.after ?? '–'}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
