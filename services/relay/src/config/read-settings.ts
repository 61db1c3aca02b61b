import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { UsageError } from '../usage-error.ts'
import { optionOf, SETTING_NAMES, SETTINGS, variableOf, type SettingName, type Settings } from './settings.ts'

/** Environment variable with the path of the configuration file. The `--config` option overrides it. */
const FILE_VARIABLE = 'RELAY_CONFIG'

export interface ReadSettings {
  settings: Settings
  /** Source of each value, as text for people: a file, a variable, an option, or the default. */
  sources: Record<SettingName, string>
  /** Warnings about variables that look like settings but are not. */
  warnings: string[]
}

type Options = Partial<Record<SettingName, unknown>> & { config?: string | undefined }
type Variables = Record<string, string | undefined>

/**
 * Merges the settings. Command-line options override environment variables, these override the configuration file, and the file overrides
 * the defaults.
 * @throws UsageError that lists every problem with its source
 */
export function readSettings(options: Options, variables: Variables = process.env): ReadSettings {
  const config = options.config ?? variables[FILE_VARIABLE]
  const file = config === undefined ? {} : readFile(config)
  const values: Partial<Record<SettingName, unknown>> = {}
  const sources = {} as Record<SettingName, string>
  for (const name of SETTING_NAMES) {
    const given = [
      { value: options[name], source: `--${optionOf(name)}` },
      { value: variables[variableOf(name)] || undefined, source: variableOf(name) },
      { value: file[name], source: `${name} in ${config}` },
    ].find(({ value }) => value !== undefined)
    sources[name] = given?.source ?? 'default'
    values[name] = given?.value
  }
  const { settings, problems } = check(values, sources)
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  return { settings, sources, warnings: unknownVariables(variables) }
}

function readFile(path: string): Record<string, unknown> {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The configuration file ${path} cannot be read: ${why}`, { cause: error })
  }
  const read = z.record(z.string(), z.unknown()).safeParse(json)
  if (!read.success || Array.isArray(json))
    throw new UsageError(`The configuration file ${path} holds no JSON object.`)
  const unknown = Object.keys(read.data).filter((key) => !(SETTING_NAMES as string[]).includes(key))
  if (unknown.length > 0)
    throw new UsageError(
      `${path}: ${unknown.map((key) => `"${key}"`).join(', ')} is no setting of the relay. There are: ${SETTING_NAMES.join(', ')}.`,
    )
  return read.data
}

function check(
  values: Partial<Record<SettingName, unknown>>,
  sources: Record<SettingName, string>,
): { settings: Settings; problems: string[] } {
  const checked: Partial<Record<SettingName, unknown>> = {}
  const problems: string[] = []
  for (const name of SETTING_NAMES) {
    const result = SETTINGS[name].schema.safeParse(values[name])
    if (result.success) checked[name] = result.data
    else problems.push(`${sources[name]}: ${result.error.issues[0]?.message ?? 'not valid'}`)
  }
  const settings = checked as Settings
  if (problems.length === 0) {
    problems.push(...checkPlace(settings, sources))
    if ((settings.tls_certificate === undefined) !== (settings.tls_key === undefined))
      problems.push('tls_certificate and tls_key are needed both, or neither')
  }
  return { settings, problems }
}

/** Checks that exactly one storage place is set and that no password is on the command line, where other users could see it. */
function checkPlace({ data, database }: Settings, sources: Record<SettingName, string>): string[] {
  if (data !== undefined && database !== undefined)
    return [`${sources.data} and ${sources.database}: a relay keeps everything in one of the two`]
  if (database !== undefined && sources.database.startsWith('--') && new URL(database).password !== '')
    return [
      `${sources.database}: everybody on this machine can see it; give the password by ${variableOf('database')} or in the file`,
    ]
  if (data === undefined && database === undefined)
    return [
      `--data: this option is needed (or ${variableOf('data')}, or "data" in the file); for PostgreSQL ${variableOf('database')}`,
    ]
  return []
}

/** Warns about misspelled variables, which would otherwise be ignored silently. */
function unknownVariables(variables: Variables): string[] {
  const known = new Set<string>([FILE_VARIABLE, ...SETTING_NAMES.map(variableOf)])
  return Object.keys(variables)
    .filter((name) => name.startsWith('RELAY_') && !known.has(name))
    .map((name) => `${name} is no setting of the relay and changes nothing.`)
}
