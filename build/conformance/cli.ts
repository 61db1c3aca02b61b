import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { readWebAddress } from '../../src-main/platform/net/web-address.ts'
import { printable, printableLines } from '../../src-shared/platform/base/text.ts'
import { runConformance, type Line } from './main.ts'

interface Options {
  baseUrl: string
  clientId: string
  clientSecretEnv: string
  profile?: string
  payload?: string
  webhookUrl?: string
  requestsPerSecond?: number
  wait: number
  json: boolean
}

// `build/tool.mjs` prints the help.
const program = new Command('conformance')
  .helpOption(false)
  .requiredOption('--base-url <URL>', '', webAddress)
  .requiredOption('--client-id <ID>')
  .requiredOption('--client-secret-env <VAR>')
  .option('--profile <FILE>')
  .option('--payload <FILE>')
  .option('--webhook-url <URL>', '', webAddress)
  .option('--requests-per-second <N>', '', number)
  .option('--wait <SECONDS>', '', number, 30)
  .option('--json', '', false)
  .exitOverride()
  .showHelpAfterError('See --help.')
  .configureOutput({ writeErr: (text) => process.stderr.write(printableLines(text)) })
  .action(check)

function webAddress(text: string): string {
  const address = readWebAddress(text)
  if ('url' in address) return text
  throw new InvalidArgumentError(formatMessage(address.why))
}

function number(text: string): number {
  if (text.trim() === '' || !(Number(text) >= 0)) throw new InvalidArgumentError('Use a number of 0 or more.')
  return Number(text)
}

async function check({ json, ...given }: Options): Promise<void> {
  const client_secret = process.env[given.clientSecretEnv]?.trim()
  if (!client_secret)
    return program.error(`error: the environment variable ${given.clientSecretEnv} contains no secret`)
  const lines = await runConformance(
    {
      base_url: given.baseUrl,
      client_id: given.clientId,
      client_secret,
      profile: given.profile,
      payload: given.payload,
      webhook_url: given.webhookUrl,
      requests_per_second: given.requestsPerSecond,
      wait_s: given.wait,
    },
    (line) => print(line, json),
  )
  const count = (result: Line['result']) => lines.filter((line) => line.result === result).length
  console.error(`${count('pass')} passed, ${count('fail')} failed, ${count('not offered')} not offered`)
  process.exitCode = count('fail') === 0 ? 0 : 1
}

function print({ id, section, what, result, detail }: Line, json: boolean): void {
  if (json) console.log(printable(JSON.stringify({ id, section, what, result, detail })))
  else
    console.log(
      `${{ pass: '✓', fail: '✗', 'not offered': '–' }[result]} ${section.padEnd(4)} ${id.padEnd(28)} ${what}${detail === '' ? '' : `  [${printable(detail)}]`}`,
    )
}

try {
  await program.parseAsync()
} catch (error) {
  // Commander has already printed its own errors, so print only others.
  if (!(error instanceof CommanderError))
    console.error(printableLines(error instanceof Error ? error.message : String(error)))
  process.exitCode = 2
}
