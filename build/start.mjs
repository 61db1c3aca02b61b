/**
 * `npm start`: starts the sandbox and the relay on this computer and opens the app. Without a display, runs the tour instead. `npm run dev`
 * runs the app with hot reload.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startExclusively, demoFolder } from './demo/open-demo.mjs'
import { runTour } from './demo/run-tour.mjs'
import { buildApp } from './gates.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

const HELP = {
  start: `Usage: npm start [-- --tour | --fresh]

Installs missing parts, builds the app, and starts it with a sandbox and a relay on this computer, connected and ready to use.
Without a display, an automatic tour runs under a virtual one. It prints each step with its time and writes a picture of it to
out/tour/. The exit code is 0 only if every picture was taken and the offer's notification was seen on D-Bus.

  --tour   run the tour even if there is a display (Linux)
  --fresh  delete the data of earlier demos
  --help   show this

Exit code: 0 success, 1 the tour failed, 2 it could not run.
`,

  dev: `Usage: npm run dev

Starts sandbox, relay, and the app, connected, with hot reload: changes in the renderer appear immediately, changes in main
and preload restart the app. Prints the address of the sandbox's admin endpoint, which sends any status. Data stays in .funding-desk/demo. Needs a display (or: xvfb-run -a npm run dev).

  --help   show this
`,
}

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])

const name = process.argv[2] === 'dev' ? 'dev' : 'start'

await runMain(HELP[name], async (given) => {
  const develops = name === 'dev'
  const { values } = parseArgs({
    args: develops ? given.slice(1) : given,
    options: develops ? {} : { tour: { type: 'boolean' }, fresh: { type: 'boolean' } },
  })
  // Before any change, check whether the demo is already running. A running demo uses node_modules and out/, which a start may change.
  const end = await startExclusively(demoFolder)
  try {
    const { node } = await setup({ for: name })
    if (develops) return await runDemo(node.path, '--develop')
    await buildApp(node.path)
    if (values.tour || !hasDisplay()) return await tour(node.path, Boolean(values.tour))
    return await runDemo(node.path, ...(values.fresh ? ['--fresh'] : []))
  } finally {
    await end()
  }
})

/**
 * @param {string} node path of Node 24
 * @param {boolean} isWanted true if there may be a display
 */
async function tour(node, isWanted) {
  const why = isWanted ? 'The' : 'There is no display, so the'
  console.error(`${why} main task runs automatically under a virtual display:`)
  const problems = await runTour(node)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) return 1
  console.error('All steps passed. The pictures are in out/tour/. With a display, npm start opens the app.')
  return 0
}

/**
 * @param {string} node path of Node 24
 * @param {string[]} options
 */
async function runDemo(node, ...options) {
  const program = join(projectFolder, 'build', 'demo', 'run-demo.ts')
  const { code } = await run(node, [program, ...options], { cwd: projectFolder, stdio: 'inherit' })
  return code === 0 ? 0 : 1
}
