/** `npm start`: the main job, on sandbox and relay on this computer; without a display as a tour that shows itself. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildGate } from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { inDesktopSession } from './runtime/desktop-session.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm start [-- --tour | --fresh]

Installs what is missing, builds the app, and starts it with the sandbox service and a relay on this computer, connected and
ready to use. Without a display the same journey runs by itself under a virtual one: each step is printed with its time, its
picture lies in out/tour/, and the exit code is 0 only if the offer's notification was seen on D-Bus.

  --tour   run the tour even if there is a display (Linux)
  --fresh  forget what was tried out before
  --help   show this

Exit code: 0 all went well, 1 the tour found a fault, 2 it could not run.
`

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

await runMain(help, async (args) => {
  const { values } = parseArgs({
    args,
    options: { tour: { type: 'boolean', default: false }, fresh: { type: 'boolean', default: false } },
  })
  const { node } = await setup({ for: 'start' })
  const built = await buildGate(node.path).run()
  if (built.code !== 0) throw new Error(`The app could not be built:\n${built.output.trim()}`)

  if (values.tour || !hasDisplay()) {
    const tour = [join(projectFolder, 'build', 'demo', 'tour.ts')]
    const session = /** @type {const} */ ({ display: 'virtual', keyring: 'throw-away', cwd: projectFolder })
    return (await inDesktopSession(session, node.path, tour)) === 0 ? 0 : 1
  }
  if (values.fresh) await rm(join(projectFolder, '.funding-desk', 'demo'), { recursive: true, force: true })
  const open = [join(projectFolder, 'build', 'demo', 'open.ts')]
  const { code } = await run(node.path, open, { cwd: projectFolder, stdio: 'inherit' })
  return code === 0 ? 0 : 1
})
