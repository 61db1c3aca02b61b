/** Why a page was opened again, in its address, so that it says so; the first is main's word, the others are the page's own. */
export type Reopened = 'reopened' | 'turned' | 'turned-unsaved'

/** Reads the page again at the pipeline, with nothing of what it held. */
export function reloadAt(why: Reopened): void {
  history.replaceState(null, '', `${location.pathname}?${why}#/`)
  location.reload()
}
