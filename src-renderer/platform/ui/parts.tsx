import { ActionIcon, Table, Text, Tooltip, type TextProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'

interface FactsProps {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  width: number
}

export function Facts({ facts, width }: FactsProps) {
  return (
    <Table mb="sm" withRowBorders={false} layout="fixed">
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={width} style={{ verticalAlign: 'top' }}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

export function Hint({ size = 'xs', ...props }: TextProps & ComponentProps<'p'>) {
  return <Text size={size} c="dimmed" {...props} />
}

interface IconButtonProps {
  icon: TablerIcon
  label: string
  hint?: string
  size?: number
  iconSize?: number
  className?: string | undefined
  /** Set for a button that shows and hides something. */
  expanded?: boolean
  onClick: () => void
}

/** A gray button that shows only an icon. */
export function IconButton(all: IconButtonProps) {
  const { icon: Icon, label, hint, size = 24, iconSize = 14, expanded, ...props } = all
  return (
    <Tooltip label={hint} disabled={hint === undefined}>
      <ActionIcon
        variant={expanded === true ? 'light' : 'subtle'}
        color="gray"
        size={size}
        aria-label={label}
        aria-expanded={expanded}
        {...props}
      >
        <Icon size={iconSize} />
      </ActionIcon>
    </Tooltip>
  )
}
