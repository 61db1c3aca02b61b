import { readSettings } from '../settings.ts'
import { backUp, restoreFrom } from '../store/sqlite/backup.ts'
import { UsageError } from '../errors.ts'
import {
  printResult,
  defineCommand,
  jsonOption,
  storeOptions,
  textOption,
  type StoreOptions,
} from './define-command.ts'

function dataFolder(location: StoreOptions): string {
  const { data } = readSettings(location).settings
  if (data !== undefined) return data
  throw new UsageError(
    'The relay keeps everything in PostgreSQL. Use pg_dump and pg_restore; docs/relay-operations.md has the commands.',
  )
}

export const backup = defineCommand(
  {
    name: 'backup',
    help: 'Copy all data into one file while the relay is running, and check the copy.',
    options: {
      ...storeOptions,
      to: textOption('FILE', 'a new file', 4096),
      json: jsonOption,
    },
  },
  async ({ to, json, ...location }) => {
    const facts = await backUp(dataFolder(location), to)
    printResult(
      json,
      facts,
      `${facts.file}: ${facts.events} events and ${facts.devices} devices in ${facts.bytes} bytes, checked.`,
    )
  },
)

export const restore = defineCommand(
  {
    name: 'restore',
    help: 'Replace the data with a backup. Stop the relay first.',
    options: {
      ...storeOptions,
      from: textOption('FILE', 'a file from relay backup', 4096),
      json: jsonOption,
    },
  },
  async ({ from, json, ...location }) => {
    const facts = restoreFrom(from, dataFolder(location), new Date().toISOString())
    const words = [
      `${facts.events} events and ${facts.devices} devices are restored. Start the relay.`,
      'Every workstation learns that notifications may be missing, and asks the partner directly.',
      facts.revoked === 'carried_over'
        ? 'Earlier revocations still apply.'
        : 'Revocations made since the backup are lost. Check "relay device list" and "relay inlet list", and revoke again.',
      ...(facts.kept === null ? [] : [`The previous data is in ${facts.kept}.`]),
    ]
    printResult(json, facts, words.join('\n'))
  },
)
