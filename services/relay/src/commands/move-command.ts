import { UsageError } from '../errors.ts'
import { moveToPostgres } from '../store/move.ts'
import { defineCommand, jsonOption, printResult, textOption } from './define-command.ts'

const NOT_COMPLETE = 1

export const move = defineCommand(
  {
    name: 'move',
    help: 'Copy all data from SQLite to PostgreSQL. Tokens, inlets, and numbers stay valid. It can be repeated if it was interrupted.',
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
    const facts = await moveToPostgres(folder, databaseOf(to))
    const rows = Object.entries(facts.rows).map(([name, count]) => `${name.padEnd(18)}${count}`)
    const next = facts.complete
      ? 'Everything is moved. Set RELAY_DATABASE instead of RELAY_DATA, and start the relay.'
      : 'A relay still runs on the source. Stop it, and run this command again to copy the rest.'
    printResult(json, facts, [...rows, next].join('\n'))
    return facts.complete ? 0 : NOT_COMPLETE
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
