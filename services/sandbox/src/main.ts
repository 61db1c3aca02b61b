import { enableCompileCache } from 'node:module'

// Halves the startup time, which every test with the sandbox must wait for. This must run before the other modules load.
enableCompileCache()

const { runCommandLine } = await import('./command-line.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))
