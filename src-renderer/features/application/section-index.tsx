import { Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { completeness } from '../../../src-shared/profile/completeness.ts'
import type { PayloadProfile, ProfileSection } from '../../../src-shared/profile/payload-profile.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import classes from './application.module.css'
import { goToSection } from './form-keys.ts'

/** Lists the sections of the form with their progress and marks the visible one. A click goes to a section. */
export function SectionIndex() {
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const current = useSectionInSight(profile)
  if (profile === null) return null
  return (
    <nav className={classes.index} aria-label={messages().application.sections}>
      {profile.sections.map((section) => (
        <SectionLink key={section.id} section={section} isCurrent={section.id === current} />
      ))}
    </nav>
  )
}

function SectionLink({ section, isCurrent }: { section: ProfileSection; isCurrent: boolean }) {
  const text = messages().application
  // Select all counts as one string. A key press that changes no count then returns an equal string and causes no render.
  const reported = useDeal(({ values, problems }) => {
    const { done, total, open } = completeness(section, values, problems)
    return `${done}/${total}/${open}`
  })
  const [done = 0, total = 0, open = 0] = reported.split('/').map(Number)
  return (
    <button
      type="button"
      className={classes.indexLink}
      aria-current={isCurrent ? 'location' : undefined}
      data-section={section.id}
      data-open={open}
      onClick={() => goToSection(section.id)}
    >
      <span>{section.title}</span>
      {open === 0 ? (
        <IconCheck size={15} color="var(--mantine-color-teal-6)" aria-label={text.complete} />
      ) : (
        <Text span size="xs" c="dimmed" className="tabular">
          <span aria-hidden="true">{done < total ? `${done}/${total}` : `${open} !`}</span>
          <span className={classes.unseen}>{text.doneOf(done, total, open)}</span>
        </Text>
      )}
    </button>
  )
}

/** Returns the section at the top of the window. */
function useSectionInSight(profile: PayloadProfile | null): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    if (profile === null) return
    const inSight = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inSight.add(target.id)
          else inSight.delete(target.id)
        const first = profile.sections.find(({ id }) => inSight.has(`section-${id}`))
        if (first !== undefined) setCurrent(first.id)
      },
      { rootMargin: '-30% 0px -50% 0px' },
    )
    for (const { id } of profile.sections) {
      const section = document.getElementById(`section-${id}`)
      if (section !== null) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [profile])
  return current
}
