import { parseArgs } from 'node:util'
import { runConformance, type Line } from './main.ts'

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret-env': { type: 'string' },
    profile: { type: 'string' },
    'webhook-url': { type: 'string' },
    'requests-per-second': { type: 'string' },
    wait: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
})

function needed(name: 'base-url' | 'client-id' | 'client-secret-env'): string {
  const value = values[name]
  if (value === undefined || value === '') throw new Error(`--${name} is needed. See --help.`)
  return value
}

function print({ id, section, what, result, detail }: Line): void {
  if (values.json) console.log(JSON.stringify({ id, section, what, result, detail }))
  else
    console.log(
      `${{ pass: '✓', fail: '✗', 'not offered': '–' }[result]} ${section.padEnd(4)} ${id.padEnd(28)} ${what}${detail === '' ? '' : `  [${detail}]`}`,
    )
}

try {
  const variable = needed('client-secret-env')
  const client_secret = process.env[variable]
  if (!client_secret) throw new Error(`The environment variable ${variable} holds no secret.`)
  const lines = await runConformance(
    {
      base_url: needed('base-url'),
      client_id: needed('client-id'),
      client_secret,
      profile: values.profile,
      webhook_url: values['webhook-url'],
      requests_per_second:
        values['requests-per-second'] === undefined ? undefined : Number(values['requests-per-second']),
      wait_s: Number(values.wait),
    },
    print,
  )
  const count = (result: Line['result']) => lines.filter((line) => line.result === result).length
  console.error(`${count('pass')} passed, ${count('fail')} failed, ${count('not offered')} not offered`)
  process.exitCode = count('fail') === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
