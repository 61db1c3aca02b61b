import { z } from 'zod'
import { readSettings } from '../config/read-settings.ts'
import { optionOf, SETTING_NAMES, SETTINGS, type SettingName } from '../config/settings.ts'
import { createLog } from '../log.ts'
import { defineCommand, placeOptions, type OptionHelp } from './command-line.ts'

const settingOptions: Record<string, OptionHelp> = Object.fromEntries(
  SETTING_NAMES.map((name) => [optionOf(name), SETTINGS[name]]),
)

/** Picks the settings from the parsed command-line options. */
export function settingsGiven(options: Record<string, unknown>): Partial<Record<SettingName, unknown>> {
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
      'exit-with-parent': { value: '', help: 'stop when stdin closes' },
    },
  },
  // `readSettings` validates the remaining options.
  z.looseObject({ config: z.string().optional(), 'exit-with-parent': z.boolean().default(false) }),
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
