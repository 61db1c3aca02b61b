import { runCommandLine } from './commands/command-line.ts'
import { deviceCommands } from './commands/device-commands.ts'
import { environmentCommands } from './commands/environment-commands.ts'
import { eventCommands } from './commands/event-commands.ts'
import { inletCommands } from './commands/inlet-commands.ts'
import { serve } from './commands/serve.ts'

// What the relay writes is for its own user only.
process.umask(0o077)

process.exitCode = await runCommandLine(
  [serve, ...environmentCommands, ...inletCommands, ...deviceCommands, ...eventCommands],
  process.argv.slice(2),
)
