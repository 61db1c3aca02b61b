import { existsSync } from 'node:fs'
import { z } from 'zod'
import { printable } from '../../../../src-shared/printable.ts'
import { readSettings } from '../config/read-settings.ts'
import { optionOf, SETTING_NAMES, SETTINGS, variableOf, type SettingName } from '../config/settings.ts'
import { examineHost } from '../doctor/examine-host.ts'
import { examineService } from '../doctor/examine-service.ts'
import { fail, pass, warn, wordsOf, type Finding } from '../doctor/finding.ts'
import { createLog } from '../log.ts'
import { openStore } from '../store/open-store.ts'
import {
  answer,
  defineCommand,
  jsonOption,
  placeOptions,
  printError,
  switchOption,
  table,
  type Option,
} from './define-command.ts'

/** `readSettings` validates their values together with those of the file and the variables. */
const settingOptions: Record<string, Option> = Object.fromEntries(
  SETTING_NAMES.map((name) => [optionOf(name), { ...SETTINGS[name], schema: z.unknown() }]),
)

/** Picks the settings from the parsed command-line options. */
function settingsGiven(options: Record<string, unknown>): Partial<Record<SettingName, unknown>> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, options[optionOf(name)]]))
}

/** Receives notifications and delivers them to paired workstations until it is stopped. */
export const serve = defineCommand(
  {
    name: 'serve',
    help: 'Receive notifications and deliver them to paired workstations. Logs go to stderr.',
    options: {
      config: placeOptions.config,
      ...settingOptions,
      'exit-with-parent': switchOption('stop when stdin closes'),
    },
  },
  async ({ config, 'exit-with-parent': exitWithParent, ...options }) => {
    const { settings, warnings } = readSettings({ config, ...settingsGiven(options) })
    const log = createLog(settings.log_level)
    for (const warning of warnings) log.warn(warning)
    // Imported here, so that the other commands start without loading the server.
    const { startRelay } = await import('../relay.ts')
    const relay = await startRelay(settings, log)
    process.on('SIGHUP', relay.reload)
    // Only after a successful start: otherwise the open stdin would keep a failed process alive.
    const stopped = untilStopped(exitWithParent)
    const ready = { ready: true, url: relay.url, ...(relay.adminUrl ? { admin_url: relay.adminUrl } : {}) }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
    log.info({ url: relay.url, reason: await stopped }, 'stopping')
    await relay.stop()
    log.flush()
  },
)

/** Resolves with the reason to stop: a signal, or the end of stdin when the parent process holds the other side. */
function untilStopped(exitWithParent: boolean): Promise<string> {
  return new Promise((resolve) => {
    const end = (reason: string) => {
      process.stdin.destroy()
      resolve(reason)
    }
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
    if (!exitWithParent) return
    // A closed pipe ends or breaks; a file or device only ends.
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => end('stdin closed'))
    process.stdin.resume()
  })
}

/** Shows the settings that `relay serve` would use with the same options. */
export const showConfig = defineCommand(
  {
    name: 'config',
    help: 'Check the configuration and show every setting with its source. Passwords are masked.',
    options: {
      ...serve.options,
      ...placeOptions,
      show: switchOption('print the settings; without this option they are only checked'),
      json: jsonOption,
    },
  },
  async ({ config, show, json, ...options }) => {
    const { settings, sources, warnings } = readSettings({ config, ...settingsGiven(options) })
    for (const warning of warnings) printError(`${printable(warning)}\n`)
    if (!show) return answer(json, { valid: true, warnings }, 'The configuration is valid.')
    const shown = SETTING_NAMES.map((name) => ({
      name,
      value: masked(settings[name]),
      source: sources[name],
    }))
    const rows = shown.map(({ name, value, source }) => [
      name,
      value === undefined ? '-' : [value].flat().join(' ') || '-',
      source,
      variableOf(name),
    ])
    answer(json, { settings: shown, warnings }, table(['SETTING', 'VALUE', 'FROM', 'VARIABLE'], rows, ''))
  },
)

/** Masks the password of a URL. Only database URLs contain passwords. */
function masked<T>(value: T): T | string {
  if (typeof value !== 'string' || !URL.canParse(value)) return value
  const url = new URL(value)
  if (url.password === '') return value
  url.password = '***'
  return url.href
}

const FOUND_SOMETHING = 1

/** Takes the same options as `serve`, so that it checks what the relay would use. Exits with 1 if a check fails. */
export const doctor = defineCommand(
  {
    name: 'doctor',
    help: 'Check the configuration, storage, keys, clock, and whether the partner can reach this relay.',
    options: {
      ...serve.options,
      ...placeOptions,
      offline: switchOption('do not use the network'),
      json: jsonOption,
    },
  },
  async ({ config, offline, json, ...options }) => {
    const findings = await examine({ config, ...settingsGiven(options) }, !offline)
    const failed = findings.some(({ result }) => result === 'fail')
    const words = findings.map(
      ({ check, result, detail, advice }) =>
        `${result.padEnd(5)} ${check}: ${printable(detail)}${advice === '' ? '' : `\n      ${advice}`}`,
    )
    answer(json, { healthy: !failed, findings }, words.join('\n'))
    return failed ? FOUND_SOMETHING : 0
  },
)

async function examine(options: Parameters<typeof readSettings>[0], ask: boolean): Promise<Finding[]> {
  const read = await attempt('configuration', 'Fix the setting that it names.', () => readSettings(options))
  if ('result' in read) return [read]
  const { settings, warnings } = read
  const configuration = [
    pass('configuration', 'is valid'),
    ...warnings.map((words) => warn('configuration', words, 'Correct its name or remove it.')),
  ]
  if (settings.data !== undefined && !existsSync(settings.data))
    return [
      ...configuration,
      fail(
        'data folder',
        `${settings.data} is not there`,
        'Check data; relay environment set makes a new one.',
      ),
    ]
  const store = await attempt('storage', 'Check that it is there and may be used.', () => openStore(settings))
  if ('result' in store) return [...configuration, store]
  try {
    return [
      ...configuration,
      ...(await examineHost(settings, store)),
      ...(await examineService(settings, store, ask)),
    ]
  } finally {
    await store.close()
  }
}

async function attempt<T extends object>(
  check: string,
  advice: string,
  work: () => T | Promise<T>,
): Promise<T | Finding> {
  try {
    return await work()
  } catch (error) {
    return fail(check, wordsOf(error), advice)
  }
}
