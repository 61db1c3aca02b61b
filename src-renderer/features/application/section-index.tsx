import { Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { PayloadProfile, ProfileSection } from '../../../src-shared/profile/payload-profile.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useOffice } from '../../stores/office-store.ts'
import classes from './application.module.css'

/** The sections of the form with what is still open in each; a press goes there. */
export function SectionIndex() {
  const profile = useOffice((state) => state.profile)
  const problems = useDeal((state) => state.problems)
  if (profile === null) return null
  return (
    <nav className={classes.index} aria-label="Sections of the application">
      {profile.sections.map((section) => {
        const open = problems.filter(({ path }) => isIn(section, path)).length
        return (
          <button
            key={section.id}
            type="button"
            className={classes.indexLink}
            onClick={() => goToSection(section.id)}
          >
            <span>{section.title}</span>
            {open === 0 ? (
              <IconCheck size={15} color="var(--mantine-color-teal-6)" aria-label="complete" />
            ) : (
              <Text span size="xs" c="dimmed" className="tabular" aria-label={`${open} open`}>
                {open}
              </Text>
            )}
          </button>
        )
      })}
    </nav>
  )
}

function goToSection(id: string): void {
  document.getElementById(`section-${id}`)?.scrollIntoView({ block: 'start' })
  document.getElementById(`title-${id}`)?.focus({ preventScroll: true })
}

/** Whether a field of this path stands in a section. */
function isIn(section: ProfileSection, path: string): boolean {
  if (section.list !== undefined && (path === section.list.path || path.startsWith(`${section.list.path}.`)))
    return true
  return section.fields?.some((field) => field.path === path) ?? false
}

/** Brings the first field with a problem into sight and puts the cursor there. */
export function goToProblem(profile: PayloadProfile, path: string): void {
  const field = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
  if (field !== null) {
    field.scrollIntoView({ block: 'center' })
    field.focus({ preventScroll: true })
    return
  }
  const section = profile.sections.find((one) => isIn(one, path))
  if (section !== undefined) goToSection(section.id)
}
