import { Command as Program, CommanderError } from 'commander'
import { UsageError } from '../errors.ts'
import { backup, move, restore } from './backup-commands.ts'
import { print, printError, type Command } from './define-command.ts'
import { deviceCommands } from './device-commands.ts'
import { environmentCommands, inletCommands } from './environment-commands.ts'
import { eventCommands } from './event-commands.ts'
import { officeCommands, partnerCommands } from './office-commands.ts'
import { doctor } from './doctor.ts'
import { serve, showConfig } from './serve.ts'

const COMMANDS: readonly Command[] = [
  serve,
  showConfig,
  ...officeCommands,
  ...partnerCommands,
  ...environmentCommands,
  ...inletCommands,
  ...deviceCommands,
  ...eventCommands,
  doctor,
  backup,
  restore,
  move,
]

const DONE = 0
const COULD_NOT_RUN = 2

export async function runCommandLine(args: string[]): Promise<number> {
  let exitCode = DONE
  const program = new Program('relay')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: printError })
    .configureHelp({
      // The help lists every subcommand by its full name, such as "environment set", instead of its group "environment".
      visibleCommands: ({ commands: all }) =>
        all.flatMap((command) => (command.commands.length > 0 ? command.commands : command)),
      subcommandTerm: fullName,
    })
  for (const { name, help, options, run } of COMMANDS) {
    const words = name.split(' ')
    const last = words.pop() ?? name
    const parent = words.reduce(
      (group, word) => group.commands.find((known) => known.name() === word) ?? group.command(word),
      program,
    )
    const hint = `Try: relay ${name} --help`
    const command = parent.command(last).description(help).showHelpAfterError(hint)
    for (const [option, { value, help: what, multiple }] of Object.entries(options))
      command.option(`--${option}${value && ` <${value}${multiple ? '...' : ''}>`}`, what)
    command.action(async () => {
      const given = command.options.map((option) => [
        option.name(),
        command.getOptionValue(option.attributeName()) as unknown,
      ])
      try {
        exitCode = (await run(Object.fromEntries(given))) ?? DONE
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        printError(`relay ${name}: ${message}\n${error instanceof UsageError ? `${hint}\n` : ''}`)
        exitCode = COULD_NOT_RUN
      }
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === DONE ? DONE : COULD_NOT_RUN
    throw error
  }
}

function fullName(command: Program): string {
  const { parent } = command
  return parent?.parent ? `${parent.name()} ${command.name()}` : command.name()
}
