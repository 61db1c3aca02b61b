import { enableCompileCache } from 'node:module'

// The compile cache halves the startup time, which every test with the sandbox must wait for. Enable it before the other modules load.
enableCompileCache()

const { runCommandLine } = await import('./command-line.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))
