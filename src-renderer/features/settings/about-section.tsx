import { Paper, Table, Title } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import { DiagnosticsPart } from './diagnostics-part.tsx'
import { UpdatesPart } from './updates-part.tsx'
import { useEnvironment } from '../../stores/environment-store.ts'

/** Which version this is. */
export function AboutSection() {
  const info = useEnvironment((state) => state.info)
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
          {messages().shell.sections.about}
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
