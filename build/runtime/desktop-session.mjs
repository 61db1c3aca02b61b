/**
 * An isolated desktop session: a virtual display, a private D-Bus session, and an unlocked keyring in a temporary home. Tests and the tour
 * run in it, so that they never use the user's own screen or keychain.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, statfs } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onInterrupt, run } from './process.mjs'

/**
 * Environment variable that every process of a session inherits. It identifies these processes, even daemons that left our process group.
 */
const markName = 'FUNDING_DESK_SESSION'
const graceMs = 3000

/**
 * Shell script that starts the keyring and then the command. `--foreground` makes the keyring end with the session. The script waits until
 * the keyring owns its D-Bus name. Otherwise, D-Bus would start a second, locked keyring at the first request.
 */
export const withKeyring = `
printf %s throw-away | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
for _ in $(seq 600); do
  case "$(dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / \
    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null)" in *true*) exec "$@" ;; esac
  sleep 0.1
done
echo 'The throw-away keyring did not start within a minute.' >&2
exit 69
`

/**
 * Shell script that starts a virtual display (Xvfb) and then the command. Xvfb itself picks a free display and reports when it is ready.
 * The usual tool, xvfb-run, is unreliable: on a busy machine it may miss the ready signal and wait forever, and two parallel runs may
 * choose the same display.
 */
const withDisplay = `
export XAUTHORITY="$TMPDIR/display.cookie"
cookie=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
touch "$XAUTHORITY"
mkfifo "$TMPDIR/display.number"
xauth -q add :0 . "$cookie"
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -auth "$XAUTHORITY" 3>"$TMPDIR/display.number" >/dev/null 2>&1 &
server=$!
trap 'kill $server 2>/dev/null' EXIT
read -r -t 60 number < "$TMPDIR/display.number" || { echo 'The virtual display did not start.' >&2; exit 69; }
xauth -q add ":$number" . "$cookie"
DISPLAY=":$number" "$@"
`

/**
 * Runs a command to its end in an isolated desktop session. Afterward, or after an interrupt, no process and no file of the session
 * remains. On macOS and Windows, which need no display or keyring, the command runs without a session.
 * @param {{
 *   keepsHome?: boolean,
 *   cwd?: string,
 *   onOutput?: (text: string) => void, }} session `keepsHome`: the command uses the user's own home instead of a temporary one; `onOutput`
 *   gets the command's output instead of the terminal
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the command's exit code
 */
export async function inDesktopSession(
  { keepsHome = false, cwd, onOutput },
  command,
  args,
  env = process.env,
) {
  /** @type {Parameters<typeof run>[2]} */
  const options = {
    ...(cwd === undefined ? {} : { cwd }),
    ...(onOutput ? { onOutput } : { stdio: 'inherit' }),
  }
  if (process.platform !== 'linux') return (await run(command, args, { ...options, env })).code

  const mark = randomUUID()
  const home = await mkdtemp(join(await folderOfSessions(), 'funding-desk-session-'))
  // Let other users open paths inside this folder, but not list its content. Tests with PostgreSQL need this: PostgreSQL runs as another
  // user, because it must not run as root, and its data is in this folder.
  await chmod(home, 0o711)
  const end = async () => {
    await endMarked(mark)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const forget = onInterrupt(end)
  try {
    const { WAYLAND_DISPLAY: _, ...withoutWayland } = withUtf8(env)
    const sessionEnv = {
      ...withoutWayland,
      ...(keepsHome ? {} : await createHome(home)),
      [markName]: mark,
      TMPDIR: home,
      FUNDING_DESK_VIRTUAL_DISPLAY: '1',
    }
    const within = ['dbus-run-session', '--', 'bash', '-c', withKeyring, 'with-keyring', command, ...args]
    const line = ['-c', withDisplay, 'with-display', ...within]
    return (await run('bash', line, { ...options, env: sessionEnv })).code
  } finally {
    forget()
    await end()
  }
}

/**
 * Returns the folder for the temporary files of sessions. It is in memory if there is enough of it, because tests often wait until a small
 * file is on the disk. Tests kill processes but never the operating system, so nothing that they check needs the disk.
 */
async function folderOfSessions() {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const [, options = 'noexec'] = / \/dev\/shm tmpfs (\S+)/.exec(mounts) ?? []
  if (process.env['TMPDIR'] !== undefined || options.includes('noexec')) return tmpdir()
  const { bavail, bsize } = await statfs('/dev/shm')
  return bavail * bsize > 6 * 1024 ** 3 ? '/dev/shm' : tmpdir()
}

/**
 * Opens an isolated desktop session, with a virtual display and a temporary keyring, for programs that the caller starts later. Give each
 * of these programs the returned environment. `close` ends all processes of the session and deletes its files.
 * @returns {Promise<{ env: NodeJS.ProcessEnv, close: () => Promise<void> }>} rejects if the session does not start
 */
export async function openDesktopSession() {
  // This program reports its environment, and keeps the session open until it is killed.
  const program = `console.log('opened', JSON.stringify({ pid: process.pid, env: process.env })); setInterval(() => {}, 1e9)`
  /** @type {Promise<number>} */
  let ended = Promise.resolve(0)
  /** @type {{ pid: number, env: NodeJS.ProcessEnv }} */
  const { pid, env } = await new Promise((resolve, reject) => {
    let output = ''
    const onOutput = (/** @type {string} */ text) => {
      output += text
      const [, found] = /^opened (.*)\n/m.exec(output) ?? []
      if (found) resolve(JSON.parse(found))
    }
    ended = inDesktopSession({ onOutput }, process.execPath, ['-e', program])
    ended.then((code) => reject(new Error(`The desktop session ended with ${code}:\n${output}`)), reject)
  })
  return {
    env,
    close: async () => {
      process.kill(pid)
      await ended
    },
  }
}

/**
 * Sets a UTF-8 locale if none is set. Without a UTF-8 locale, Chromium treats file names as ASCII and cannot find files with other names.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function withUtf8(env) {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'C'
  return /utf-?8/i.test(locale) ? env : { ...env, LC_ALL: 'C.UTF-8' }
}

/**
 * Creates the folders of a session's temporary home. Returns the environment variables that make programs use these folders.
 * @param {string} home
 * @returns {Promise<Record<string, string>>}
 */
async function createHome(home) {
  const folders = {
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
  }
  for (const folder of [...Object.values(folders), join(folders.XDG_DATA_HOME, 'keyrings')]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }
  return {
    HOME: home,
    ...folders,
    // Make npm inside the session use the user's own registry and cache.
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
  }
}

/**
 * Ends all processes with the mark: SIGTERM first, then SIGKILL.
 * @param {string} mark
 */
async function endMarked(mark) {
  const deadline = Date.now() + graceMs
  for (let signal = /** @type {NodeJS.Signals} */ ('SIGTERM'); ; await sleep(100)) {
    const pids = await markedProcesses(mark)
    if (pids.length === 0) return
    if (Date.now() > deadline + graceMs)
      throw new Error(`Processes of the session did not exit: ${pids.join(' ')}`)
    if (Date.now() > deadline) signal = 'SIGKILL'
    for (const pid of pids) {
      try {
        process.kill(pid, signal)
      } catch {
        // The process has already ended.
      }
    }
  }
}

/** @param {string} mark */
async function markedProcesses(mark) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const marked = await Promise.all(
    pids.map(async (pid) => {
      // If the environment of a process is unreadable, the process has ended or belongs to another user. In both cases, treat it as not
      // part of the session. The environment of a zombie process is empty.
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
      return environment.includes(`${markName}=${mark}\0`) && pid !== process.pid
    }),
  )
  return pids.filter((_, index) => marked[index])
}
