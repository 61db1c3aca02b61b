import { z } from 'zod'
import { createLog } from '../log.ts'
import { canonicalAddress } from '../server/addresses.ts'
import { dataField, dataOption, defineCommand, numberField } from './command-line.ts'

const publicUrlField = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'not an http or https URL',
  )
  .transform((text) => text.replace(/\/+$/, ''))

const trustedProxyField = z
  .string()
  .refine(
    (text) => canonicalAddress(text.replace(/\/\d{1,3}$/, '')) !== null,
    'not an IP address or CIDR range',
  )

/** Receives notifications and hands them to paired workstations, until it is told to stop. */
export const serve = defineCommand(
  {
    name: 'serve',
    help: 'Receive notifications and hand them to paired workstations. Logs go to stderr.',
    options: {
      data: dataOption,
      port: { value: 'N', help: 'port to listen on; 0 takes a free one (8787)' },
      host: { value: 'IP', help: 'address to listen on (127.0.0.1)' },
      'public-url': { value: 'URL', help: 'address under which the service reaches this relay' },
      'trusted-proxy': {
        value: 'IP',
        help: 'proxy whose X-Forwarded-For is believed (none)',
        multiple: true,
      },
      'exit-with-parent': { value: '', help: 'stop when stdin closes' },
    },
  },
  z.object({
    data: dataField,
    port: numberField(0, 65_535).default(8787),
    host: z.string().min(1).default('127.0.0.1'),
    'public-url': publicUrlField.optional(),
    'trusted-proxy': trustedProxyField.array().default([]),
    'exit-with-parent': z.boolean().default(false),
  }),
  async ({ data, port, host, ...options }) => {
    const log = createLog()
    // Loaded here only, so that the other commands need not wait for a server.
    const { startRelay } = await import('../relay.ts')
    const relay = await startRelay(
      { data, port, host, publicUrl: options['public-url'], trustedProxies: options['trusted-proxy'] },
      log,
    )
    // Not before: a start that failed must not be kept alive by stdin.
    const stopped = untilStopped(options['exit-with-parent'])
    process.stdout.write(`${JSON.stringify({ ready: true, url: relay.url })}\n`)
    log.info({ url: relay.url, reason: await stopped }, 'stopping')
    await relay.stop()
    log.flush()
  },
)

/** Settles with the reason to stop: a signal, or stdin at its end where the parent holds the other side. */
function untilStopped(exitWithParent: boolean): Promise<string> {
  return new Promise((resolve) => {
    const end = (reason: string) => {
      process.stdin.destroy()
      resolve(reason)
    }
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
    if (!exitWithParent) return
    // A pipe that is closed ends or breaks; a file or device only ends.
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => end('stdin closed'))
    process.stdin.resume()
  })
}
