/** What this window calls itself, so that it knows its own changes among those of all windows. */
export const WINDOW_ID = crypto.randomUUID()
