import { Text, Title } from '@mantine/core'
import type { IconBell } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

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
      <span className={classes.icon} aria-hidden="true">
        <Icon size={22} stroke={1.6} />
      </span>
      <Title order={2} className={classes.title}>
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" c="dimmed" className={classes.text}>
          {text}
        </Text>
      )}
      {children !== undefined && <div className={classes.ways}>{children}</div>}
    </div>
  )
}
