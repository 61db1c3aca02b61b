import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { hrefOf, useRoute } from '../navigation/route.ts'

interface BoundaryProps {
  /** Returns what to show if the children throw an error. `again` tries to render the children again. */
  renderFallback: (again: () => void) => ReactNode
  /** After an error, a change of this value makes the children render again. */
  resetOn?: unknown
  children: ReactNode
}

interface BoundaryState {
  failed: boolean
  resetOn: unknown
}

/** Catches an error of its children during rendering, so that only these children disappear. React logs the error to the console. */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, resetOn: this.props.resetOn }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetOn }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetOn === state.resetOn ? null : { failed: false, resetOn }
  }

  override render(): ReactNode {
    const { renderFallback, children } = this.props
    return this.state.failed ? renderFallback(() => this.setState({ failed: false })) : children
  }
}

/** Surrounds each screen, so that the other screens stay usable after an error. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const route = useRoute()
  return (
    <ErrorBoundary resetOn={route} renderFallback={(again) => <BrokenScreen onAgain={again} />}>
      {children}
    </ErrorBoundary>
  )
}

function BrokenScreen({ onAgain }: { onAgain: () => void }) {
  const { screen, screenAdvice } = messages().broken
  return (
    <Stack align="center" justify="center" gap="xs" p="xl" h="100%" role="alert" data-broken="screen">
      <IconAlertTriangle size={28} color="var(--mantine-color-red-6)" aria-hidden="true" />
      <Title order={1} size="h3">
        {screen}
      </Title>
      <Text c="dimmed" ta="center" maw={440}>
        {screenAdvice}
      </Text>
      <Group mt="sm">
        <Button variant="filled" onClick={onAgain}>
          {messages().common.tryAgain}
        </Button>
        <Button component="a" href={hrefOf({ screen: 'pipeline' })}>
          {messages().common.goToPipeline}
        </Button>
      </Group>
    </Stack>
  )
}

interface RowBoundaryProps {
  /** The data of the row. When the data changes, the row renders again. */
  of: unknown
  children: ReactNode
  /** Wraps the note in the element that the list requires. */
  renderNote?: (note: ReactNode) => ReactNode
}

/** Surrounds each row that shows data from outside the app, so that an error affects only that row. */
export function RowBoundary({ of, children, renderNote = (note) => note }: RowBoundaryProps) {
  return (
    <ErrorBoundary resetOn={of} renderFallback={() => renderNote(<BrokenRow />)}>
      {children}
    </ErrorBoundary>
  )
}

function BrokenRow() {
  return (
    <Text span c="dimmed" data-broken="row">
      <IconAlertTriangle size={14} aria-hidden="true" style={{ verticalAlign: '-2px' }} />{' '}
      {messages().broken.row}
    </Text>
  )
}

/** Wraps a note in a table row that spans this number of columns. */
export const inTableRow = (columns: number) =>
  function wrapInRow(note: ReactNode) {
    return (
      <tr>
        <td colSpan={columns}>{note}</td>
      </tr>
    )
  }

export const inListItem = (note: ReactNode) => <li>{note}</li>
