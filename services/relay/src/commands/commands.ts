import type { Command } from './command-line.ts'
import { deviceCommands } from './device-commands.ts'
import { doctor } from './doctor-command.ts'
import { environmentCommands } from './environment-commands.ts'
import { eventCommands } from './event-commands.ts'
import { inletCommands } from './inlet-commands.ts'
import { backup, restore } from './backup-commands.ts'
import { showConfig } from './config-command.ts'
import { serve } from './serve.ts'

/** All commands of the relay, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  serve,
  showConfig,
  ...environmentCommands,
  ...inletCommands,
  ...deviceCommands,
  ...eventCommands,
  doctor,
  backup,
  restore,
]
