/** End-to-end tests that run only in Electron, by file, with the reason. All other end-to-end tests also run in Chromium. */
export const ELECTRON_ONLY_FILES: Readonly<Record<string, string>> = {
  'compromised-renderer':
    "attacks the borders of Electron's page: its preload script, its windows, its session, and its permissions",
  crashes: 'ends and blocks processes of Electron, and answers the dialogs about them',
  'damaged-data': 'kills Electron, and starts it with a data folder that it cannot use',
  'fork-process': 'runs a process of Electron without a page',
  'initial-code': 'reads the files of the build and opens no page',
  lock: "replaces the processes of Electron's windows, and searches their memory",
  outgoing: "drags files out of Electron's windows with the system, and kills Electron",
  'pairing-link': 'starts the app from links, and locks it',
  notifications: 'closes the only window, and starts the app from notifications and links',
}

/** When the app quits, Electron asks only its own windows, and these run no code of the page. */
const QUIT = "asks Electron's windows whether they may close"

/** Single tests that run only in Electron, by name, with the reason. */
export const ELECTRON_ONLY_TESTS: Readonly<Record<string, string>> = {
  'opening a deal that is open in another window focuses that window, and undo history survives a restart':
    "moves Electron's windows back through their histories",
  'an import creates drafts only after a click, and keeps values that do not fit as orphaned values':
    'continues with the draft of the previous test; imports.test.ts tests imports',
  'a copied SSN stays out of clipboard histories, whether copied by button, keyboard, or menu':
    "copies with the command of Electron's window",
  'a draft survives if the app is closed while the broker is typing':
    "closes Electron's window, which tells the page to save first",
  'a draft survives kill -9 after it shows as saved': 'continues with the draft of the previous test',
  'stop the first attempt to quit while they have unsaved input, but not the second': QUIT,
  'do not stop the app from quitting if another window already saved the typed values': QUIT,
}

/** Tests that make the page fail, so that it reports errors on the console. */
export const TESTS_WITH_ERRORS: readonly string[] = [
  'a row with invalid data does not break its screen, and an error in one screen does not break other screens',
]

/**
 * Errors that the pages may report, because some screens of the gallery show how the app looks while main never answers. Electron reports
 * each call without an answer. The pdfjs worker reports a document that is closed before its bytes arrive.
 */
export const UNANSWERED = /reply was never sent$|^Worker was terminated$/
