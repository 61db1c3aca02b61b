import { hrefOf } from '../../navigation/route.ts'

const field = () => document.querySelector<HTMLInputElement>('[data-search-deals]')

/** A pipeline that is not drawn by then has no search. */
const LONGEST_WAIT_MS = 3_000

/** Goes to the pipeline, if one is elsewhere, and puts the keyboard into its search. */
export function focusSearch(): void {
  const there = field()
  if (there !== null) return select(there)
  window.location.hash = hrefOf({ screen: 'pipeline' })
  const watch = new MutationObserver(() => {
    const drawn = field()
    if (drawn === null) return
    watch.disconnect()
    select(drawn)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), LONGEST_WAIT_MS)
}

function select(input: HTMLInputElement): void {
  input.focus()
  input.select()
}
