/** `npm run smoke`: installs what `npm run package -- --installers` built, starts it, and waits for its first screen. */
import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageFolder } from './runtime/cache.mjs'
import { isMain, runMain } from './runtime/command.mjs'
import { inDesktopSession } from './runtime/desktop-session.mjs'
import { electronFlags } from './runtime/electron.mjs'
import { succeed } from './runtime/process.mjs'

const help = `Usage: npm run smoke

Installs each installer in out/package/, starts the program, and waits until it has shown its first screen. Run it on a
machine for tests: it installs the deb with sudo, and on Windows and macOS it uses the user's own data folder. It refuses
to run if that folder has data.

  --help   show this

Exit code: 0 every program showed its first screen, 1 one did not, 2 it could not run.
`

const longestStartMs = 90_000
const isRoot = process.getuid?.() === 0

/**
 * Installs one installer into a folder.
 * @typedef {(file: string, folder: string) => Promise<string>} Install returns the program's path
 * @type {Record<string, Install>}
 */
const INSTALL = {
  async '.deb'(file, folder) {
    // For the user root, unpacking the deb is enough. An installation would only set up the sandbox helper, which Chromium cannot use as
    // root.
    if (isRoot) await succeed('dpkg-deb', ['--extract', file, folder])
    else await succeed('sudo', ['dpkg', '--install', file])
    return join(isRoot ? folder : '/', 'opt', 'funding-desk', 'funding-desk')
  },
  async '.rpm'(file, folder) {
    // The packages of this system are debs, so only unpack the rpm.
    await mkdir(folder)
    const copy = join(folder, 'package.rpm')
    await copyFile(file, copy)
    await succeed('rpm2archive', [copy])
    await succeed('tar', ['--extract', `--file=${copy}.tgz`, `--directory=${folder}`])
    return join(folder, 'opt', 'funding-desk', 'funding-desk')
  },
  async '.AppImage'(file, folder) {
    await mkdir(folder)
    await succeed(file, ['--appimage-extract'], { cwd: folder })
    return join(folder, 'squashfs-root', 'AppRun')
  },
  async '.exe'(file, folder) {
    // The NSIS installer reads the folder from its last argument, which must not be quoted. Therefore, the path of the temporary folder
    // must not contain a space.
    await succeed(file, ['/S', `/D=${folder}`])
    return join(folder, 'Funding Desk.exe')
  },
  async '.zip'(file, folder) {
    await succeed('ditto', ['-x', '-k', file, folder])
    return join(folder, 'Funding Desk.app', 'Contents', 'MacOS', 'Funding Desk')
  },
}

/**
 * Returns the path of the app's preferences file. Only on Linux can an environment variable change its folder.
 * @param {string} home
 */
function preferencesFile(home) {
  const folders = {
    linux: join(home, 'Funding Desk'),
    win32: join(process.env['APPDATA'] ?? '', 'Funding Desk'),
    darwin: join(homedir(), 'Library', 'Application Support', 'Funding Desk'),
  }
  const folder = folders[/** @type {keyof typeof folders} */ (process.platform)]
  return join(folder, 'preferences.json')
}

/**
 * Starts the program. Resolves to true when the program has recorded that it showed its first screen.
 * @param {string} program
 * @param {string} home
 */
async function showsFirstScreen(program, home) {
  await mkdir(home, { recursive: true })
  const file = preferencesFile(home)
  if (await isProven(file)) throw new Error(`${file} exists, so this is not a test machine.`)
  const app = spawn(program, electronFlags(program), {
    env: { ...process.env, XDG_CONFIG_HOME: home },
    stdio: 'inherit',
  })
  const gone = new Promise((resolve) => app.once('exit', resolve).once('error', resolve))
  const until = Date.now() + longestStartMs
  let proven = false
  while (!proven && Date.now() < until && app.exitCode === null) {
    await Promise.race([sleep(500), gone])
    proven = await isProven(file)
  }
  app.kill()
  await Promise.race([gone, sleep(10_000)])
  return proven
}

/** @param {string} file */
async function isProven(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).updates?.last_run?.proven === true
  } catch {
    return false
  }
}

/** Tests each installer of this system. */
async function smokeAll() {
  const names = (await readdir(packageFolder)).filter((name) =>
    Object.keys(INSTALL).some((end) => name.endsWith(end)),
  )
  if (names.length === 0)
    throw new Error(`${packageFolder} has no installer. Run: npm run package -- --installers`)
  let failed = 0
  for (const name of names) {
    const folder = await mkdtemp(join(tmpdir(), 'funding-desk-smoke-'))
    try {
      const install = /** @type {Install} */ (INSTALL[name.slice(name.lastIndexOf('.'))])
      const program = await install(join(packageFolder, name), join(folder, 'app'))
      const shown = await showsFirstScreen(program, join(folder, 'home'))
      console.log(`${shown ? '✓' : '✗'} ${name}`)
      if (!shown) failed++
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  return failed === 0 ? 0 : 1
}

if (isMain(import.meta.url)) {
  await runMain(help, async (args) => {
    if (args[0] === '--here') return smokeAll()
    if (args.length > 0) throw new Error(`Unexpected argument "${args[0]}". See --help.`)
    return /** @type {0 | 1} */ (
      await inDesktopSession({}, process.execPath, [process.argv[1] ?? '', '--here'], process.env)
    )
  })
}
