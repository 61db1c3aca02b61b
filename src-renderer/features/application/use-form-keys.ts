import { messages } from '../../../src-shared/messages/messages.ts'
import { useActions, type Action } from '../../actions/actions.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { goToField } from '../deal/go-to-field.ts'
import { goToSection } from './go-to.ts'

/** Ways through the form by keys: from problem to problem, and from section to section. */
export function useFormKeys(deal_id: string, isEditable: boolean, isSeen: boolean): void {
  const said = messages().application.actions
  const problem = (step: 1 | -1) => () => {
    const { problems, touch } = useDeal.getState()
    const paths = problems.map(({ path }) => path)
    const to = neighbour(paths, (path) => document.querySelector(`[data-path="${CSS.escape(path)}"]`), step)
    if (to === undefined) return
    touch(to)
    goToField(deal_id, to)
  }
  const section = (step: 1 | -1) => () => {
    const ids = useEnvironment.getState().profile?.sections.map(({ id }) => id) ?? []
    const to = neighbour(ids, (id) => document.getElementById(`section-${id}`), step)
    if (to !== undefined) goToSection(to)
  }
  const action = (id: string, label: string, keys: string, run: () => void): Action => ({
    id: `form.${id}`,
    label,
    section: 'deal',
    keys,
    whileTyping: true,
    run,
  })
  useActions([
    ...(isEditable
      ? [
          action('next_problem', said.nextProblem, 'F8', problem(1)),
          action('previous_problem', said.previousProblem, 'shift+F8', problem(-1)),
        ]
      : []),
    ...(isSeen
      ? [
          action('next_section', said.nextSection, 'alt+PageDown', section(1)),
          action('previous_section', said.previousSection, 'alt+PageUp', section(-1)),
        ]
      : []),
  ])
}

/** The thing after or before the keyboard's place, in the order of the page; after the last comes the first. */
function neighbour(
  names: readonly string[],
  elementOf: (name: string) => Element | null,
  step: 1 | -1,
): string | undefined {
  const focused = document.activeElement ?? document.body
  const elements = names.map(elementOf)
  const here = elements.findIndex((element) => element?.contains(focused) === true)
  const before = elements.filter(
    (element) =>
      element !== null && (element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  ).length
  const from = here !== -1 ? here : step === 1 ? before - 1 : before
  return names[(from + step + names.length) % names.length]
}
