import classes from './parts.module.css'
import {
  ActionIcon,
  Anchor,
  type ActionIconProps,
  Button,
  Input,
  Menu,
  Popover,
  type PopoverProps,
  SegmentedControl,
  type SegmentedControlProps,
  Stack,
  Table,
  type TableProps,
  Text,
  type TextProps,
  Tooltip,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { IconArrowLeft, IconDots, type TablerIcon, type IconBell } from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, lazy, type ReactNode, useId, useState } from 'react'
import { inTableRow, RowBoundary } from './error-boundary.tsx'
import type { SubmissionState } from '../../../src-shared/features/deals/deal.ts'
import { statusLabel } from '../../../src-shared/platform/words/status-labels.ts'
import { rulesOf, type BadgeLook } from '../../../src-shared/platform/words/vocabulary.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

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

/** A small button without a border. */
export const Quiet = Button.withProps({ variant: 'subtle', size: 'compact-xs' })

/** A button that looks like a link, for example within a sentence. */
export const LinkButton = Anchor.withProps({ component: 'button', type: 'button' })

/** The arrow at the start of a screen's header that leads to the screen above. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Anchor href={href} aria-label={label} c="dimmed" className={classes.back}>
      <IconArrowLeft size={18} />
    </Anchor>
  )
}

interface BannerProps {
  tone: 'demo' | 'notice' | 'warning'
  title: string
  text: string
  testId: string
  /** The button. */
  children: ReactNode
}

/** A strip above every screen: a state that lasts, and the button that ends it. */
export function Banner({ tone, title, text, testId, children }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role="status" data-testid={testId}>
      <span>
        <b>{title}</b> {text}
      </span>
      {children}
    </div>
  )
}

interface LabelledSegmentsProps<Value extends string> extends SegmentedControlProps<Value> {
  label: string
}

export function LabelledSegments<Value extends string>({ label, ...props }: LabelledSegmentsProps<Value>) {
  const id = useId()
  return (
    <Stack gap={4}>
      <Input.Label labelElement="div" id={id}>
        {label}
      </Input.Label>
      <SegmentedControl w="fit-content" aria-labelledby={id} {...props} />
    </Stack>
  )
}

interface IconButtonProps extends Pick<ActionIconProps, 'size' | 'variant' | 'className' | 'disabled'> {
  icon: TablerIcon
  label: string
  hint?: string | undefined
  iconSize?: number
  /** Set for a button that shows and hides something. */
  expanded?: boolean
  /** Missing if the button is the target of a menu or a popover. */
  onClick?: () => void
}

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

interface PopoverButtonProps extends ComponentProps<'button'>, Pick<PopoverProps, 'position' | 'width'> {
  /** The name of the popover. The default is the name of the button. */
  title?: string
  renderContent: (close: () => void) => ReactNode
}

/** A button without a look of its own that shows and hides a popover. */
export function PopoverButton({ position, width, title, renderContent, ...button }: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const place = { ...(position && { position }), ...(width && { width }) }
  return (
    <Popover opened={isOpen} onChange={setOpen} {...place} trapFocus returnFocus withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton {...button} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>{renderContent(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  )
}

interface MoreMenuProps extends Pick<IconButtonProps, 'label' | 'size' | 'iconSize' | 'className'> {
  position?: 'bottom-start' | 'bottom-end'
  children: ReactNode
}

export function MoreMenu({ position = 'bottom-end', children, ...button }: MoreMenuProps) {
  return (
    <Menu position={position}>
      <Menu.Target>
        <IconButton icon={IconDots} {...button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => unknown
}

/** A form that runs a function in place of the browser's own submission. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      {...props}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    />
  )
}

interface Column {
  label: ReactNode
  /** True for a column of figures. Figures are aligned on the right. */
  isFigure?: boolean
  width?: number
}

interface Row {
  key: string
  cells: readonly ReactNode[]
  /** The data of a row from outside the app. An error while the row is rendered then affects only this row. */
  of?: unknown
  data?: Record<`data-${string}`, string>
}

interface DataTableProps extends Omit<TableProps, 'data'> {
  columns: readonly (string | Column)[]
  /** Rows that consist only of cells. Other rows are children. */
  rows?: readonly Row[]
  minWidth: number
  /** True if the first cell of each row is its name. */
  hasNames?: boolean
}

/** A table that scrolls sideways if it is wider than its place. */
export function DataTable({
  columns,
  rows = [],
  minWidth,
  hasNames,
  mt,
  children,
  ...table
}: DataTableProps) {
  const heads = columns.map((column): Column => (typeof column === 'string' ? { label: column } : column))
  const look = (at: number) => (heads[at]?.isFigure ? classes.figure : undefined)
  return (
    <Table.ScrollContainer minWidth={minWidth} {...(mt !== undefined && { mt })}>
      <Table {...table}>
        <Table.Thead>
          <Table.Tr>
            {heads.map(({ label, width }, at) => (
              <Table.Th key={at} className={look(at)} w={width}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells, of, data }) => (
            <RowBoundary key={key} of={of} renderNote={inTableRow(columns.length)}>
              <Table.Tr {...data}>
                {cells.map((cell, at) =>
                  at === 0 && hasNames ? (
                    <Table.Th key={at} scope="row" fw={400}>
                      {cell}
                    </Table.Th>
                  ) : (
                    <Table.Td key={at} className={look(at)}>
                      {cell}
                    </Table.Td>
                  ),
                )}
              </Table.Tr>
            </RowBoundary>
          ))}
          {children}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Loads a component with its file when it is first rendered, so that the first screen needs little code. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))

const LOOK_BY_STATE: Record<SubmissionState, BadgeLook> = {
  draft: 'outline',
  queued: 'blue',
  sending: 'blue',
  received: 'blue',
  refused: 'red',
  unknown: 'orange',
}

type ChipLook = BadgeLook | 'unconfirmed'

/** A short state: a dot and a text. Every list and every header of the app uses this component for states. */
export function Chip({ look, title, children }: { look: ChipLook; title?: string; children: string }) {
  return (
    <span className={classes.badge} data-look={look} title={title}>
      {children}
    </span>
  )
}

interface StatusBadgeProps {
  state: SubmissionState
  status: string | null
  /** A status that a notification reported but the funding partner has not confirmed yet. */
  unconfirmed?: string | null
}

/** Shows the status of a deal as text and color: the partner's newest status, or else the app's own state. */
export function StatusBadge({ state, status, unconfirmed = null }: StatusBadgeProps) {
  const certain = status === null ? messages().states[state] : statusLabel(status)
  if (unconfirmed !== null)
    return (
      <Chip look="unconfirmed" title={messages().timeline.lastConfirmed(certain)}>
        {messages().notifications.unconfirmed(statusLabel(unconfirmed))}
      </Chip>
    )
  return (
    <Chip look={status === null ? LOOK_BY_STATE[state] : (rulesOf(status)?.look ?? 'indigo')}>{certain}</Chip>
  )
}

/** The icon of the app, without the file that the operating system shows (build/icons/app.svg). */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="4 4 56 56" aria-hidden="true">
      <rect x="4" y="4" width="56" height="56" rx="14" fill="#087f5b" />
      <path
        d="M22 48V17h22M22 32h17"
        fill="none"
        stroke="#fff"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="44" cy="46" r="4" fill="#ffd43b" />
    </svg>
  )
}

interface EmptyStateProps {
  icon: typeof IconBell
  title: string
  text?: string
  /** Buttons that lead on, the most useful one first. */
  children?: ReactNode
}

/** Fills a screen or a panel that has nothing to show: says why, and what to do. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.emptyIcon} aria-hidden="true">
        <Icon size={22} stroke={1.6} />
      </span>
      <Title order={2} className={classes.emptyTitle}>
        {title}
      </Title>
      {text !== undefined && (
        <Text c="dimmed" className={classes.emptyText}>
          {text}
        </Text>
      )}
      {children !== undefined && <div className={classes.ways}>{children}</div>}
    </div>
  )
}
