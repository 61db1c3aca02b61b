import { moveToPostgres } from '../store/move.ts'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { printable } from '../../../../src-shared/platform/base/text.ts'
import { readSettings, wholeNumber } from '../settings.ts'
import { backUp, restoreFrom, type RestoreFacts, recordBackup } from '../store/sqlite/backup.ts'
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

const pathSchema = z.string().trim().min(1, 'empty').max(4096, 'at most 4096 characters').optional()

/** Name of a backup that `backup --into` made. The names sort by time. */
const BACKUP_NAME = /^relay-\d{8}T\d{6}Z\.db$/

function newBackupIn(folder: string, now: Date): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(folder, `relay-${time}.db`)
}

/** Deletes all but the newest `keep` backups that `backup --into` made. Returns their number. */
function deleteOldBackups(folder: string, keep: number): number {
  if (!existsSync(folder)) return 0
  const names = readdirSync(folder).filter((name) => BACKUP_NAME.test(name))
  const old = names.toSorted().slice(0, -keep)
  for (const name of old) rmSync(join(folder, name))
  return old.length
}

export const backup = defineCommand(
  {
    name: 'backup',
    help: 'Copy all data into one file while the relay is running, and check the copy.',
    options: {
      ...storeOptions,
      to: { value: 'FILE', help: 'a new file', schema: pathSchema },
      into: {
        value: 'FOLDER',
        help: 'a folder for a new file with the time in its name',
        schema: pathSchema,
      },
      keep: {
        value: 'N',
        help: 'with --into: delete all but the newest N backups in the folder',
        schema: wholeNumber(1, 10_000).optional(),
      },
      json: jsonOption,
    },
  },
  async ({ to, into, keep, json, ...location }) => {
    if ((to === undefined) === (into === undefined))
      throw new UsageError('Give one of the two: --to FILE or --into FOLDER.')
    if (keep !== undefined && into === undefined) throw new UsageError('--keep needs --into FOLDER.')
    const data = dataFolder(location)
    const now = new Date()
    // Make room first, because the disk may have no room for one more backup. Never delete the only backup before there is a new one.
    let deleted = into === undefined || keep === undefined ? 0 : deleteOldBackups(into, Math.max(1, keep - 1))
    const facts = await backUp(data, to ?? newBackupIn(into ?? '', now))
    recordBackup(data, now)
    if (into !== undefined && keep !== undefined) deleted += deleteOldBackups(into, keep)
    const words = [
      `${facts.file}: ${facts.events} events and ${facts.devices} devices in ${facts.bytes} bytes, checked.`,
      ...(deleted > 0 ? [`Older backups deleted: ${deleted}.`] : []),
    ]
    printResult(json, { ...facts, deleted }, words.join('\n'))
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
      ...(facts.revoked === 'carried_over'
        ? ['Earlier revocations still apply, and each office has the state that it had.']
        : [
            'Revocations made since the backup are lost. Check "relay device list" and "relay inlet list", and revoke again.',
            'Offices that were suspended or deleted since the backup may be open again. Check "relay office list".',
          ]),
      ...lostWords(facts),
      ...(facts.kept === null ? [] : [`The previous data is in ${facts.kept}.`]),
    ]
    printResult(json, facts, words.join('\n'))
  },
)

/** Placeholder for the id that a lost office gets when it is created again. */
const NEW_OFFICE = 'NEW_OFFICE'

/** Quotes a value for the shell. */
const quoted = (text: string) => `'${printable(text).replaceAll("'", String.raw`'\''`)}'`

/** Words about what the backup lacks, and how to replace it. Then about offices that must be deleted again. */
function lostWords({ lost, deleted, offices }: RestoreFacts): string[] {
  if (lost === null)
    return [
      'Offices, workstations, and inlets that were added since the backup are lost. The previous data is too damaged to list them.',
      'If the app on a workstation shows "Relay rejected", pair it again with a code from "relay pair".',
    ]
  const several = offices + lost.offices.length > 1
  const optionOf = (office: string | null) =>
    !several || office === null
      ? ''
      : ` --office ${lost.offices.some(({ id }) => id === office) ? NEW_OFFICE : office}`
  return [
    ...lost.offices.map(
      ({ name }) =>
        `The office "${printable(name)}" was created since the backup. Create it again with its environments, and use its new id for ${NEW_OFFICE}: relay office create --name ${quoted(name)}`,
    ),
    ...lost.devices.map(
      ({ name, environment, office }) =>
        `"${printable(name)}" was paired since the backup. Pair it again: relay pair${optionOf(office)} --name ${quoted(name)} --environment ${environment}`,
    ),
    ...lost.inlets.map(
      ({ name, environment, office }) =>
        `The inlet ${name} (${environment}) was added since the backup, and is closed now. Run "relay inlet add${optionOf(office)} --environment ${environment}", and register the new inlet in the app (Settings, Offer alerts, Webhooks).`,
    ),
    ...deleted.map(
      ({ id, name }) =>
        `The office "${printable(name)}" was deleted since the backup, and exists again. It is suspended. Delete it again: relay office delete --office ${id} --yes`,
    ),
  ]
}

export const move = defineCommand(
  {
    name: 'move',
    help: 'Copy all data from SQLite to PostgreSQL. Stop the relay first. Tokens, inlets, and numbers stay valid.',
    options: {
      from: textOption('sqlite:DIR', 'folder with the data of the relay', 4096),
      to: textOption(
        'postgres:URL',
        'new database; without a URL, the variable RELAY_DATABASE contains it',
        4096,
      ),
      json: jsonOption,
    },
  },
  async ({ from, to, json }) => {
    const folder = /^sqlite:(.+)$/.exec(from)?.[1]
    if (folder === undefined) throw new UsageError('--from: name the folder as sqlite:DIR')
    const rows = await moveToPostgres(folder, databaseOf(to))
    const words = Object.entries(rows).map(([name, count]) => `${name.padEnd(18)}${count}`)
    const next = 'Everything is moved. Set RELAY_DATABASE instead of RELAY_DATA, and start the relay.'
    printResult(json, { rows }, [...words, next].join('\n'))
  },
)

/** Returns the address of the database. A password on the command line would be visible to other users of this machine. */
function databaseOf(to: string): string {
  const given = /^postgres(ql)?:\/\//.test(to)
    ? to
    : to === 'postgres:'
      ? process.env['RELAY_DATABASE']
      : undefined
  if (given === undefined || !URL.canParse(given))
    throw new UsageError(
      '--to: name the database as postgres://HOST/NAME, or as postgres: with RELAY_DATABASE',
    )
  if (given === to && new URL(given).password !== '')
    throw new UsageError(
      '--to: other users of this machine can see this password. Use --to postgres: and set RELAY_DATABASE.',
    )
  return given
}
