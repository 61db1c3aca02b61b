import { z } from 'zod'
import { environmentSchema } from '../../../../src-shared/platform/words/vocabulary-schema.ts'
import { printable, printableLines } from '../../../../src-shared/platform/base/text.ts'
import type { Office } from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'
import type { RelayStore } from '../store/sql-store.ts'
import { readSettings } from '../settings.ts'
import { openStore, chooseOffice } from '../store/open-store.ts'
import { UsageError } from '../errors.ts'
import { retentionOf } from '../events/housekeeping.ts'
import { ApiError, callRoute, type RequestParts, type Route } from '../offices/call-route.ts'
import { ROUTES } from '../offices/office-api.ts'

export interface Option {
  /** Placeholder that the help shows for the option's value; empty for a switch, which takes no value. */
  value: string
  help: string
  schema: z.ZodType
  multiple?: true
}

type Options = Record<string, Option>
type Values<Declared extends Options> = { [Name in keyof Declared]: z.output<Declared[Name]['schema']> }

export interface Command<Declared extends Options = Options> {
  /** Full name, for example `environment set`. */
  name: string
  help: string
  options: Declared
  run: (given: Record<string, unknown>) => Promise<number | void>
}

/** Binds a command's options to its implementation, so that `run` receives validated values only. */
export function defineCommand<Declared extends Options>(
  command: Omit<Command<Declared>, 'run'>,
  run: (values: Values<Declared>) => Promise<number | void>,
): Command<Declared> {
  return {
    ...command,
    run: async (given) => {
      const values = Object.entries(command.options).map(([name, { schema }]) => {
        const checked = schema.safeParse(given[name])
        if (checked.success) return [name, checked.data]
        throw new UsageError(`--${name}: ${checked.error.issues[0]?.message ?? 'not valid'}`)
      })
      return run(Object.fromEntries(values) as Values<Declared>)
    },
  }
}

const NEEDED = 'this option is required'

export const textOption = (value: string, help: string, limit = 100) => ({
  value,
  help,
  schema: z.string({ error: NEEDED }).trim().min(1, NEEDED).max(limit, `at most ${limit} characters`),
})
export const switchOption = (help: string) => ({ value: '', help, schema: z.boolean().default(false) })

/** Options that locate the relay's data. Each can also be set in the configuration file or an environment variable. */
export const storeOptions = {
  data: { value: 'DIR', help: 'folder of the relay; created if missing', schema: z.string().optional() },
  config: { value: 'FILE', help: 'configuration file', schema: z.string().optional() },
}
export type StoreOptions = Partial<Values<typeof storeOptions>>
export const officeOptions = {
  ...storeOptions,
  office: {
    value: 'OFFICE',
    help: 'id from office list; needed only if the relay serves several offices',
    schema: z.string().optional(),
  },
}
type OfficeOptions = Partial<Values<typeof officeOptions>>
export const jsonOption = switchOption('print one JSON object instead of text')
export const environmentOption = {
  value: 'NAME',
  help: 'sandbox or production',
  schema: environmentSchema.catch((context) => {
    throw new UsageError(
      context.value === undefined
        ? 'The environment is required: sandbox or production.'
        : 'The environment must be sandbox or production.',
    )
  }),
}

export async function withStore<T>(
  { data, config }: StoreOptions,
  work: (store: RelayStore) => Promise<T>,
): Promise<T> {
  const store = await openStore(readSettings({ data, config }).settings)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Name of the command line in the audit logs of the offices. */
export const COMMAND_LINE = 'command line'

/** Errors of the administration API name what to change, so the command line shows them like its own. */
function asUsageError(error: unknown): never {
  throw error instanceof ApiError ? new UsageError(error.message, { cause: error }) : error
}

export function withOffice<T>(
  { office, ...location }: OfficeOptions,
  work: (store: OfficeStore, office: Office, relay: RelayStore) => Promise<T>,
): Promise<T> {
  return withStore(location, async (relay) => {
    const found = await chooseOffice(relay, office)
    return work(relay.office(found.office_id, COMMAND_LINE), found, relay)
  }).catch(asUsageError)
}

/**
 * Defines a command that calls a route of the administration API within this process, on the relay's store, and prints the result. `route` is
 * its method and path. A path with `{office}` gets the id of the chosen office. `parts` returns the parts of the request, if they differ from
 * the options of the same names. `show` returns the result for people, and `value` the one for programs, if it is not that of the route.
 */
export function routeCommand<Declared extends Options, Result>({
  route: wanted,
  parts,
  show,
  value = (result) => result,
  ...command
}: Omit<Command<Declared>, 'run'> & {
  route: string
  parts?: (values: Values<Declared>) => RequestParts
  show: (result: Result, values: Values<Declared>) => string
  value?: (result: Result) => unknown
}): Command<Declared & { json: typeof jsonOption }> {
  const options = { ...command.options, json: jsonOption }
  const route = ROUTES.find(({ method, path }) => `${method} ${path}` === wanted)
  if (route === undefined) throw new Error(`The administration API has no ${wanted}.`)
  return defineCommand({ ...command, options }, async (given) => {
    const values = given as Values<Declared> & { json: boolean } & OfficeOptions
    const { data, config, office, json } = values
    const { settings } = readSettings({ data, config })
    const result = await withStore({ data, config }, async (store) => {
      const { params, ...others } = parts?.(values) ?? sameParts(route, values)
      const chosen = wanted.includes('{office}')
        ? { office: (await chooseOffice(store, office)).public_id }
        : {}
      const context = {
        store,
        keep: retentionOf(settings),
        public_url: settings.public_url,
        actor: COMMAND_LINE,
      }
      return callRoute(route, context, { ...others, params: { ...params, ...chosen } })
    }).catch(asUsageError)
    printResult(json, value(result as Result), show(result as Result, values))
  })
}

/** Returns the parts of a request from the options with the same names. */
function sameParts({ params, query }: Route, values: Record<string, unknown>): RequestParts {
  const given = Object.entries(values).map(([name, one]) => [name.replaceAll('-', '_'), one] as const)
  const pick = (names: object, others: boolean) =>
    Object.fromEntries(given.filter(([name]) => name in names !== others))
  const apart = { ...params.shape, ...query.shape, ...officeOptions, json: null }
  return { params: pick(params.shape, false), query: pick(query.shape, false), body: pick(apart, true) }
}

/** Prints a result for programs or for people. Sanitize values from external sources with `printable` before they become part of `words`. */
export function printResult(json: boolean, value: unknown, words: string): void {
  print(`${json ? printable(JSON.stringify(value)) : words}\n`)
}

export function print(text: string): void {
  process.stdout.write(printableLines(text))
}

export function printError(text: string): void {
  process.stderr.write(printableLines(text))
}

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
