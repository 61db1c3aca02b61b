/** `npm run dev`: runs the sandbox, the relay, and the app with hot reload. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startExclusively, demoFolder } from './demo/open-demo.mjs'
import { projectFolder } from './runtime/cache.mjs'
import { runMain } from './runtime/command.mjs'
import { run } from './runtime/process.mjs'
import { setup } from './setup.mjs'

const help = `Usage: npm run dev

Starts sandbox, relay, and the app, connected, with hot reload: changes in the renderer appear immediately, changes in main
and preload restart the app. Prints the address of the sandbox's admin endpoint, which sends any status. Data stays in .funding-desk/demo. Needs a display (or: xvfb-run -a npm run dev).

  --help   show this
`

await runMain(help, async (args) => {
  parseArgs({ args, options: {} })
  const end = await startExclusively(demoFolder)
  try {
    const { node } = await setup({ for: 'dev' })
    const program = join(projectFolder, 'build', 'demo', 'develop.ts')
    const { code } = await run(node.path, [program], { cwd: projectFolder, stdio: 'inherit' })
    return code === 0 ? 0 : 1
  } finally {
    await end()
  }
})
