import { enableCompileCache } from 'node:module'

// Halves the start time of a command. It must run before the other modules load, so they are imported dynamically.
enableCompileCache()
// Only the relay's own user may read the files it writes.
process.umask(0o077)

const { runCommandLine } = await import('./commands/command-line.ts')
const { COMMANDS } = await import('./commands/commands.ts')
process.exitCode = await runCommandLine(COMMANDS, process.argv.slice(2))
