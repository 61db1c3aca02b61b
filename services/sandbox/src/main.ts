import { enableCompileCache } from 'node:module'

// The compile cache halves the startup time of the sandbox, and many tests wait for this startup. Enable the cache before the other modules
// load.
enableCompileCache()

const { runCommandLine } = await import('./command-line.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))
