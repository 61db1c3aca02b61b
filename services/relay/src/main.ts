import { enableCompileCache } from 'node:module'

// Halves the start of a command, of which setting up takes several; so everything else is loaded after it.
enableCompileCache()
// What the relay writes is for its own user only.
process.umask(0o077)

const { runCommandLine } = await import('./commands/command-line.ts')
const { COMMANDS } = await import('./commands/commands.ts')
process.exitCode = await runCommandLine(COMMANDS, process.argv.slice(2))
