import { existsSync } from 'node:fs'
import { z } from 'zod'
import { printable } from '../../../../src-shared/printable.ts'
import { readSettings } from '../config/read-settings.ts'
import { examineHost } from '../doctor/examine-host.ts'
import { examineService } from '../doctor/examine-service.ts'
import { fail, pass, warn, wordsOf, type Finding } from '../doctor/finding.ts'
import { openStore } from '../store/open-store.ts'
import { answer, defineCommand, jsonField, jsonOption, placeOptions } from './command-line.ts'
import { serve, settingsGiven } from './serve.ts'

const FOUND_SOMETHING = 1

/** Takes the same options as `serve`, so that it checks what the relay would use. Exits with 1 if a check fails. */
export const doctor = defineCommand(
  {
    name: 'doctor',
    help: 'Check the configuration, storage, keys, clock, and whether the partner can reach this relay.',
    options: {
      ...serve.options,
      ...placeOptions,
      offline: { value: '', help: 'do not use the network' },
      json: jsonOption,
    },
  },
  z.looseObject({ config: z.string().optional(), offline: z.boolean().default(false), json: jsonField }),
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
  const read = await attempt('configuration', 'Mend what it names.', () => readSettings(options))
  if ('result' in read) return [read]
  const { settings, warnings } = read
  const configuration = [
    pass('configuration', 'is valid'),
    ...warnings.map((words) => warn('configuration', words, 'Mend its name or take it away.')),
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
