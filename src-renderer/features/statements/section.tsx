import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './statements.module.css'
import { Hint } from '../../platform/ui/parts.tsx'

interface SectionProps {
  part: 'files' | 'evidence' | 'positions' | 'credits'
  title: string
  about?: string
  children?: ReactNode
}

export function Section({ part, title, about, children }: SectionProps) {
  const id = `statement-${part}`
  return (
    <section aria-labelledby={id} data-testid={id}>
      <div className={classes.sectionHead}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {about !== undefined && <Hint>{about}</Hint>}
      </div>
      {children}
    </section>
  )
}
