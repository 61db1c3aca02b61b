import { Paper, Table, Title } from '@mantine/core'
import { words } from '../../../src-shared/messages/messages.ts'
import { DiagnosticsPart } from './diagnostics-part.tsx'
import { UpdatesPart } from './updates-part.tsx'
import { useOffice } from '../../stores/office-store.ts'

/** Which version this is. */
export function AboutSection() {
  const info = useOffice((state) => state.info)
  if (info === null) return null
  const facts = [
    ['Funding Desk', info.version],
    ['Electron', info.electron],
    ['Chromium', info.chromium],
  ] as const
  return (
    <>
      <Paper withBorder p="lg" component="section" aria-labelledby="about-title">
        <Title order={2} id="about-title" mb="sm">
          {words().shell.sections.about}
        </Title>
        <Table withRowBorders={false} layout="fixed">
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={200}>{name}</Table.Th>
                <Table.Td className="tabular">{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <UpdatesPart />
      <DiagnosticsPart />
    </>
  )
}
