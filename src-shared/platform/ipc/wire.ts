/** The name of the only IPC channel by which a page calls main. Its first argument is the name of a channel of the contract. */
export const CALL = 'call'
/** The name of the only IPC channel by which main sends events to a page. Its first argument is the name of the event. */
export const EVENT = 'event'
/**
 * The IPC channel for files that the user picked or dropped. Only the preload calls it, with the paths that Chromium provides. The page
 * cannot call it.
 */
export const REGISTER_FILES = 'register_files'
