import { hrefOf, navigate } from '../../navigation/route.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { goToProblem } from '../application/go-to.ts'

/** Goes to a field of the form, wherever on the deal one is; the address names it, so that one comes back to it. */
export function goToField(deal_id: string, field: string): void {
  const route = { screen: 'deal', deal_id, part: 'application', field } as const
  if (window.location.hash !== hrefOf(route)) return navigate(route)
  const { profile } = useEnvironment.getState()
  if (profile !== null) goToProblem(profile, field)
}
