/** `npm start`: starts the sandbox and the relay on this computer and opens the app. Without a display, runs the tour instead. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startExclusively, demoFolder } from './demo/open-demo.mjs'
import { runTour } from './demo/run-tour.mjs'
import { buildApp } from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm start [-- --tour | --fresh]

Installs missing parts, builds the app, and starts it with a sandbox and a relay on this computer, connected and ready to use.
Without a display, an automatic tour runs under a virtual one. It prints each step with its time and writes a picture of it to
out/tour/. The exit code is 0 only if every picture was taken and the offer's notification was seen on D-Bus.

  --tour   run the tour even if there is a display (Linux)
  --fresh  delete the data of earlier demos
  --help   show this

Exit code: 0 success, 1 the tour failed, 2 it could not run.
`

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])

await runMain(help, async (args) => {
  const { values } = parseArgs({
    args,
    options: { tour: { type: 'boolean', default: false }, fresh: { type: 'boolean', default: false } },
  })
  // Before any change, check whether the demo is already running. A running demo uses node_modules and out/, which a start may change.
  const end = await startExclusively(demoFolder)
  try {
    return await start(values)
  } finally {
    await end()
  }
})

/**
 * @param {{ tour: boolean, fresh: boolean }} values
 * @returns {Promise<0 | 1>}
 */
async function start(values) {
  const { node } = await setup({ for: 'start' })
  await buildApp(node.path)

  if (values.tour || !hasDisplay()) {
    const why = values.tour ? 'The' : 'There is no display, so the'
    console.error(`${why} main task runs automatically under a virtual display:`)
    const problems = await runTour(node.path)
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) return 1
    console.error('All steps passed. The pictures are in out/tour/. With a display, npm start opens the app.')
    return 0
  }
  const open = [join(projectFolder, 'build', 'demo', 'open.ts'), ...(values.fresh ? ['--fresh'] : [])]
  const { code } = await run(node.path, open, { cwd: projectFolder, stdio: 'inherit' })
  return code === 0 ? 0 : 1
}
