import { z } from 'zod'
import { printable } from '../../../../src-shared/printable.ts'
import { readSettings } from '../config/read-settings.ts'
import { SETTING_NAMES, variableOf } from '../config/settings.ts'
import { answer, defineCommand, jsonField, jsonOption, placeOptions, table } from './command-line.ts'
import { settingsGiven, serve } from './serve.ts'

/** Shows the settings that `relay serve` would use with the same options. */
export const showConfig = defineCommand(
  {
    name: 'config',
    help: 'Check the configuration and show every setting with its source. Passwords are masked.',
    options: {
      ...serve.options,
      ...placeOptions,
      show: { value: '', help: 'print the settings; without this option they are only checked' },
      json: jsonOption,
    },
  },
  z.looseObject({ config: z.string().optional(), show: z.boolean().default(false), json: jsonField }),
  async ({ config, show, json, ...options }) => {
    const { settings, sources, warnings } = readSettings({ config, ...settingsGiven(options) })
    for (const warning of warnings) process.stderr.write(`${printable(warning)}\n`)
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
