import { enableCompileCache } from 'node:module'

// The compile cache halves the start time of a command. It must be enabled before the other modules load, so these modules are imported
// dynamically.
enableCompileCache()
// Only the relay's own user may read the files it writes.
process.umask(0o077)

const { runCommandLine } = await import('./commands/command-line.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))
