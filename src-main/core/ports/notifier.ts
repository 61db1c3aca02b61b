/** System notifications. */
export interface Notifier {
  /** Shows one; a click on it opens the deal. `title` and `body` are plain text. */
  notify(notification: { deal_id: string; title: string; body: string }): void
}
