import { parseArgs } from 'node:util'
import { z } from 'zod'
import { environmentSchema } from '../../../../src-shared/domain/vocabulary-schema.ts'
import { printable, printableLines } from '../../../../src-shared/printable.ts'
import type { RelayStore } from '../store/relay-store.ts'
import { readSettings } from '../config/read-settings.ts'
import { openStore } from '../store/open-store.ts'
import { UsageError } from '../usage-error.ts'

/** Help text of an option. The command's schema defines the allowed values. */
export interface OptionHelp {
  /** Placeholder for the value in the help; empty for a switch. */
  value: string
  help: string
  multiple?: true
}

export interface Command {
  /** Full name, for example `environment set`. */
  name: string
  help: string
  options: Record<string, OptionHelp>
  /** Returns the exit code, or nothing for 0. */
  run: (options: unknown) => Promise<number | void>
}

const DONE = 0
const COULD_NOT_RUN = 2

/** Binds a command's schema to its implementation, so that `run` receives validated options only. */
export function defineCommand<T>(
  command: Omit<Command, 'run'>,
  schema: z.ZodType<T>,
  run: (options: T) => Promise<number | void>,
): Command {
  return {
    ...command,
    run: async (options) => {
      const checked = schema.safeParse(options)
      if (checked.success) return run(checked.data)
      const [issue] = checked.error.issues
      throw new UsageError(`--${String(issue?.path[0] ?? 'option')}: ${issue?.message ?? 'not valid'}`)
    },
  }
}

/** Options that locate the relay's state. Each can also come from the configuration file or an environment variable. */
export const placeOptions = {
  data: { value: 'DIR', help: 'folder of the relay; created if missing' },
  config: { value: 'FILE', help: 'configuration file' },
}
export const jsonOption = { value: '', help: 'print one JSON object instead of text' }
export const environmentOption = { value: 'NAME', help: 'sandbox or production' }

const needed = 'this option is needed'
export const placeFields = { data: z.string().optional(), config: z.string().optional() }
export type Place = z.infer<z.ZodObject<typeof placeFields>>
export const jsonField = z.boolean().default(false)
export const environmentField = environmentSchema.catch((context) => {
  throw new UsageError(
    context.value === undefined
      ? 'The environment is needed: sandbox or production.'
      : 'The environment is sandbox or production.',
  )
})
export const numberField = (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  z.coerce
    .number({ error: 'not a number' })
    .int('not a whole number')
    .min(least, `at least ${least}`)
    .max(most, `at most ${most}`)
export const textField = (limit: number) =>
  z.string({ error: needed }).trim().min(1, needed).max(limit, `at most ${limit} characters`)

/** Finds the command, validates its options, and runs it. Returns the exit code. */
export async function runCommandLine(commands: readonly Command[], args: string[]): Promise<number> {
  const command = commands.find(({ name }) => {
    const words = name.split(' ')
    return words.every((word, index) => args[index] === word)
  })
  if (command === undefined) return overview(commands, args)
  const own = args.slice(command.name.split(' ').length)
  if (own.includes('--help')) {
    print(helpOf(command))
    return DONE
  }
  try {
    return (await command.run(readOptions(command, own))) ?? DONE
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const hint = error instanceof UsageError ? `\nTry: relay ${command.name} --help` : ''
    process.stderr.write(printableLines(`relay ${command.name}: ${message}${hint}\n`))
    return COULD_NOT_RUN
  }
}

function overview(commands: readonly Command[], args: string[]): number {
  const lines = commands.map(({ name, help }) => `  ${name.padEnd(18)}${help}`)
  const text = ['Usage: relay COMMAND [options]', '', ...lines, '', 'relay COMMAND --help tells more.'].join(
    '\n',
  )
  if (args[0] === '--help') {
    print(text)
    return DONE
  }
  process.stderr.write(
    `${args.length === 0 ? 'A command is needed.' : 'There is no such command.'}\n\n${text}\n`,
  )
  return COULD_NOT_RUN
}

function helpOf({ name, help, options }: Command): string {
  const written = Object.entries(options).map(([option, { value, help: what, multiple }]) => ({
    left: `  --${option} ${value}`,
    right: `${what}${multiple ? '; may be given several times' : ''}`,
  }))
  const width = Math.max(...written.map(({ left }) => left.length)) + 2
  const lines = written.map(({ left, right }) => `${left.padEnd(width)}${right}`)
  return [`Usage: relay ${name} [options]`, '', help, '', ...lines].join('\n')
}

function readOptions(command: Command, args: string[]): Record<string, unknown> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, multiple }]) => [
      name,
      { type: value === '' ? ('boolean' as const) : ('string' as const), multiple: multiple ?? false },
    ]),
  )
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** Opens the relay's store, runs `work`, and closes the store. */
export async function withStore<T>(
  { data, config }: Place,
  work: (store: RelayStore) => Promise<T>,
): Promise<T> {
  const store = await openStore(readSettings({ data, config }).settings)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/**
 * Prints one result to stdout, as JSON for programs or as text for people. Values from outside must pass `printable` before they go into
 * `words`.
 */
export function answer(json: boolean, value: unknown, words: string): void {
  print(json ? printable(JSON.stringify(value)) : words)
}

function print(text: string): void {
  process.stdout.write(printableLines(`${text}\n`))
}

/** Formats rows as aligned columns. Returns `none` if there are no rows. */
export function table(header: string[], rows: string[][], none: string): string {
  if (rows.length === 0) return none
  const shown = rows.map((row) => row.map(printable))
  const widths = header.map((title, column) =>
    Math.max(title.length, ...shown.map((row) => (row[column] ?? '').length)),
  )
  return [header, ...shown]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
