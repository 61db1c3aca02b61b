/** How the app keeps itself current, and what it tells of its versions. */
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
  whatIsNew: (version: string) => `What is new in ${version}`,
  unchecked: 'Not checked yet. The first check comes a minute after the start.',
  uncheckedManual: 'Not checked yet.',
  checking: 'Checking…',
  current: 'You have the newest version.',
  checkedAt: (when: string) => `Checked ${when}.`,
  downloading: (version: string) => `Version ${version} is being downloaded.`,
  progress: 'Download of the new version',
  ready: (version: string) => `Version ${version} is ready.`,
  readyWhat: {
    quit: 'It is installed when you quit Funding Desk. Nothing you wrote is lost.',
    restart: 'Press Restart now to install it. Nothing you wrote is lost.',
  },
  withdrawn: (running: string) => `Version ${running}, which you are running, was withdrawn.`,
  withdrawnWhat: (newest: string) =>
    `The newest version offered is ${newest}. You can go on working; a corrected version will come by itself. To go back to ${newest} now, ask whoever gave you Funding Desk: an older version may not open what a newer one saved.`,
  impossible: {
    no_server:
      'No update server is set up in this build. New versions come from whoever gave you Funding Desk.',
    development: 'This is a development build, which does not update itself.',
    system_package:
      'Funding Desk was installed as a package of your system and does not replace itself. Install the new package when you are given one.',
    not_installed:
      'Funding Desk runs from a folder here, not as an installed app, and does not update itself.',
  },
  unreachable: 'The update server could not be reached.',
  unreachableWhat:
    'Nothing is wrong with Funding Desk. See whether this computer is online; it tries again within the hour.',
  notGenuine: 'What the update server offers is not signed by the makers of Funding Desk, so it was refused.',
  notGenuineWhat:
    'Nothing was installed. Keep working with this version, and tell whoever gave you Funding Desk.',
  notReadable: 'The update server answered something that Funding Desk does not understand.',
  notReadableWhat: 'Nothing was changed. If it is the same tomorrow, tell whoever gave you Funding Desk.',
  notStored: 'The new version could not be stored on this computer.',
  notStoredWhat: 'Make room on the disk, then check again.',
  isSending: 'Something is being sent to the funding partner right now.',
  restartLater: {
    quit: 'Wait until it has arrived, then restart. Or quit later: the new version is installed then.',
    restart: 'Wait until it has arrived, then restart.',
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
      `An older version is running than before: last time it was ${from}. What ${from} saved may not open here; install it again if something is missing.`,
    rolledBackFailed: (from: string) =>
      `An older version is running than before. Version ${from} never got as far as your deals; stay with this one and tell whoever gave you Funding Desk.`,
    didNotStart: (version: string) =>
      `The last time version ${version} started, it did not get as far as your deals. If that happens again, tell whoever gave you Funding Desk; Settings, About and updates, has a diagnostics file for them.`,
    notInstalled: {
      quit: (version: string) =>
        `Version ${version} could not be installed when you quit, so the old one is running. It is tried again.`,
      restart: (version: string) =>
        `Version ${version} could not be installed, so the old one is running. Press Restart now once more when it is ready again.`,
    },
  },
}
