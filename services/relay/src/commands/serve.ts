import { z } from 'zod'
import { printable } from '../../../../src-shared/platform/base/text.ts'
import { createLog } from '../log.ts'
import type { Telemetry } from '../server/telemetry.ts'
import { optionOf, readSettings, SETTING_NAMES, type SettingName, SETTINGS, variableOf } from '../settings.ts'
import {
  printResult,
  defineCommand,
  jsonOption,
  type Option,
  storeOptions,
  printError,
  switchOption,
  table,
} from './define-command.ts'

/** `readSettings` validates their values together with those of the configuration file and the environment variables. */
const settingOptions: Record<string, Option> = Object.fromEntries(
  SETTING_NAMES.map((name) => [optionOf(name), { ...SETTINGS[name], schema: z.unknown() }]),
)

/** Picks the settings from the parsed command-line options. */
export function settingsGiven(options: Record<string, unknown>): Partial<Record<SettingName, unknown>> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, options[optionOf(name)]]))
}

export const serve = defineCommand(
  {
    name: 'serve',
    help: 'Receive notifications and deliver them to paired workstations. Logs go to stderr.',
    options: {
      config: storeOptions.config,
      ...settingOptions,
      'exit-with-parent': switchOption('stop when stdin closes'),
    },
  },
  async ({ config, 'exit-with-parent': exitWithParent, ...options }) => {
    const { settings, warnings } = readSettings({ config, ...settingsGiven(options) })
    const log = createLog(settings.log_level)
    for (const warning of warnings) log.warn(warning)
    // Import the server here and not at the top of the file, so that the other commands start without loading it.
    const { startRelay } = await import('../relay.ts')
    const relay = await startRelay(settings, log, await telemetryOf(process.env))
    process.on('SIGHUP', relay.reload)
    // Listen on stdin only after a successful start. After a failed start, the listener would prevent the process from ending.
    const stopped = untilStopped(exitWithParent)
    const ready = { ready: true, url: relay.url, ...(relay.adminUrl ? { admin_url: relay.adminUrl } : {}) }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
    log.info({ url: relay.url, reason: await stopped }, 'stopping')
    await relay.stop()
    log.flush()
  },
)

/** Starts the export to OpenTelemetry if the standard variables configure one. Otherwise, its libraries are not loaded. */
async function telemetryOf(variables: NodeJS.ProcessEnv): Promise<Telemetry | null> {
  const isOff =
    variables['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || variables['OTEL_TRACES_EXPORTER'] === 'none'
  const hasEndpoint = ['', '_TRACES'].some((signal) => variables[`OTEL_EXPORTER_OTLP${signal}_ENDPOINT`])
  if (isOff || !hasEndpoint) return null
  const { startTelemetry } = await import('../server/telemetry.ts')
  return startTelemetry(variables)
}

/** Resolves with the reason to stop. Stdin ends when the parent process exits. */
function untilStopped(exitWithParent: boolean): Promise<string> {
  return new Promise((resolve) => {
    const end = (reason: string) => {
      process.stdin.destroy()
      resolve(reason)
    }
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
    if (!exitWithParent) return
    // If stdin is a pipe, its end emits any of these events. If stdin is a file or a device, its end emits only `end`.
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => end('stdin closed'))
    process.stdin.resume()
  })
}

export const showConfig = defineCommand(
  {
    name: 'config',
    help: 'Check the configuration and show every setting with its source. Passwords are masked.',
    options: {
      ...serve.options,
      ...storeOptions,
      json: jsonOption,
    },
  },
  async ({ config, json, ...options }) => {
    const { settings, sources, warnings } = readSettings({ config, ...settingsGiven(options) })
    for (const warning of warnings) printError(`${printable(warning)}\n`)
    const shown = SETTING_NAMES.map((name) => ({
      name,
      value: masked(name, settings[name]),
      source: sources[name],
    }))
    const rows = shown.map(({ name, value, source }) => [
      name,
      value === undefined ? '-' : [value].flat().join(' ') || '-',
      source,
      variableOf(name),
    ])
    printResult(
      json,
      { settings: shown, warnings },
      table(['SETTING', 'VALUE', 'FROM', 'VARIABLE'], rows, ''),
    )
  },
)

/** Masks the administrator's token, and the password of a URL. Only database URLs contain passwords. */
function masked<T>(name: SettingName, value: T): T | string {
  if (name === 'admin_token' && value !== undefined) return '***'
  if (typeof value !== 'string' || !URL.canParse(value)) return value
  const url = new URL(value)
  if (url.password === '') return value
  url.password = '***'
  return url.href
}
