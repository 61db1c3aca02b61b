import { isIn } from '../../../src-shared/profile/completeness.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'

/** Brings a section to the top, with the keyboard at its title. */
export function goToSection(id: string): void {
  document.getElementById(`section-${id}`)?.scrollIntoView({ block: 'start' })
  document.getElementById(`title-${id}`)?.focus({ preventScroll: true })
}

/** Brings a field into sight and puts the cursor there; the section that it is missing in, where there is no such field. */
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
