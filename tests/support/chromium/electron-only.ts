/** End-to-end tests that run only in Electron, by file, with the reason. All other end-to-end tests also run in Chromium. */
export const ELECTRON_ONLY_FILES: Readonly<Record<string, string>> = {
  'compromised-renderer': "attacks the borders of Electron's page: its preload script, its windows, its session, and its permissions",
  crashes: 'ends and blocks processes of Electron, and answers the dialogs about them',
  'damaged-data': 'kills Electron, and starts it with a data folder that it cannot use',
  'fork-process': 'runs a process of Electron without a page',
  'initial-code': 'reads the files of the build and opens no page',
  notifications: 'closes the only window, and starts the app from notifications and links',
}

/** Single tests that run only in Electron, by name, with the reason. */
export const ELECTRON_ONLY_TESTS: Readonly<Record<string, string>> = {
}
