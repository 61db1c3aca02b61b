/** Names this window, so that it recognizes its own changes among those of all windows. */
export const WINDOW_ID = crypto.randomUUID()
