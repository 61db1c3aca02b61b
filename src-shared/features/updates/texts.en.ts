export const updates = {
  title: 'Updates',
  version: (version: string) => `Version ${version}`,
  releases: { stable: 'Stable releases', preview: 'Preview releases' },
  automatic: 'Check for updates automatically',
  automaticWhat: {
    quit: 'Once a day. A new version is downloaded in the background and installed when you quit, never while something is being sent.',
    restart:
      'Once a day. A new version is downloaded in the background and installed when you press Restart now.',
  },
  check: 'Check for updates',
  restart: 'Restart now',
  whatIsNew: (version: string) => `What’s new in ${version}`,
  unchecked: 'Not checked yet. The first check runs one minute after start.',
  uncheckedManual: 'Not checked yet.',
  checking: 'Checking…',
  current: 'You have the latest version.',
  checkedAt: (when: string) => `Checked ${when}.`,
  downloading: (version: string) => `Downloading version ${version}.`,
  progress: 'Download of the new version',
  ready: (version: string) => `Version ${version} is ready.`,
  readyWhat: {
    quit: 'It is installed when you quit Funding Desk. None of your work is lost.',
    restart: 'Press Restart now to install it. None of your work is lost.',
  },
  withdrawn: (running: string) => `Version ${running}, which you are running, was withdrawn.`,
  withdrawnWhat: (newest: string) =>
    `The latest available version is ${newest}. You can keep working. A corrected version installs automatically. To go back to ${newest} now, ask your Funding Desk provider: an older version may not open data saved by a newer one.`,
  impossible: {
    no_server: 'This build has no update server. Get new versions from your Funding Desk provider.',
    development: 'This is a development build. It does not update automatically.',
    system_package:
      'Funding Desk was installed as a system package and does not update itself. Install the new package when you get one.',
    not_installed: 'Funding Desk runs from a folder and is not installed, so it does not update itself.',
  },
  unreachable: 'The update server could not be reached.',
  unreachableWhat:
    'Funding Desk itself is fine. Check whether this computer is online. The app tries again within an hour.',
  notGenuine: 'The update is not signed by the makers of Funding Desk, so it was rejected.',
  notGenuineWhat: 'Nothing was installed. Keep using this version and contact your Funding Desk provider.',
  notReadable: 'The update server sent a response that Funding Desk does not understand.',
  notReadableWhat: 'Nothing was changed. If this continues tomorrow, contact your Funding Desk provider.',
  notStored: 'The new version could not be saved on this computer.',
  notStoredWhat: 'Free up disk space, then check again.',
  isSending: 'Funding Desk is sending something to the funding partner right now.',
  restartLater: {
    quit: 'Wait until it is received, then restart. Or quit later to install the new version then.',
    restart: 'Wait until it is received, then restart.',
  },
  noneReady: 'No new version is ready.',
  checkAgain: 'Check for updates again.',
  readyToast: {
    quit: (version: string) => `Version ${version} is ready. It is installed when you quit.`,
    restart: (version: string) =>
      `Version ${version} is ready. To install it, press Restart now in Settings, About and updates.`,
  },
  notes: {
    updated: (version: string) => `Funding Desk was updated to ${version}.`,
    rolledBack: (from: string) =>
      `You are running an older version than last time (${from}). Data saved by ${from} may not open here. Install ${from} again if something is missing.`,
    rolledBackFailed: (from: string) =>
      `You are running an older version. Version ${from} never opened your deals. Keep this version and contact your Funding Desk provider.`,
    didNotStart: (version: string) =>
      `Version ${version} did not open your deals the last time it started. If that happens again, contact your Funding Desk provider and send the diagnostics file from Settings, About and updates.`,
    notInstalled: {
      quit: (version: string) =>
        `Version ${version} could not be installed when you quit, so the old version is running. The app tries again.`,
      restart: (version: string) =>
        `Version ${version} could not be installed, so the old version is running. Press Restart now again when it is ready.`,
    },
  },
}

/** Texts that the app shows after a crash, a hang, or a switch to another environment. */
export const crashes = {
  noAnswer: 'Funding Desk is already running, but it does not respond.',
  closeElsewhere:
    'It may be open in another session, for example a remote desktop or after a switch of users. Close it there. Otherwise, restart this computer. Your saved data is kept.',
  appFailed: 'Something in Funding Desk failed.',
  pageHangs: 'This window is not responding.',
  pageHangsText: 'It may be busy and recover. Your changes are kept, even if you reopen it.',
  wait: 'Wait',
  pageEndsAgain: 'This window keeps crashing.',
  savedIsKept:
    'Your changes are kept. If this happens again, restart the computer or check for a newer version.',
  restartNow: 'Restart Funding Desk',
  later: 'Later',
  openAgain: 'Reopen',
  closeWindow: 'Close window',
  reopened: 'This window stopped and was reopened.',
  reopenedText: 'Your changes are kept.',
  switched: 'This window was reloaded.',
  switchedText: 'Another window switched the environment, entered or left the demo, or restored a backup.',
  switchedUnsaved: 'Your last unsaved changes here were lost.',
}
