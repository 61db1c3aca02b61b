import { z } from 'zod'
import { isIPv4 } from 'node:net'
import { SIGNATURE_FLAWS } from '../signing.ts'

const times = z.int().positive().optional()
const milliseconds = z.int().min(0).max(600_000)

/** Requests to which a fault (a simulated failure) applies. A segment of the path may be a `:parameter`. */
const requestRoute = z
  .string()
  .regex(/^(\*|(GET|POST|PUT|DELETE) \/\S*)$/, 'a route is "METHOD /path", or "*" for every request')
const webhookRoute = z
  .string()
  .regex(/^WEBHOOK (\*|[a-z_]+)$/, 'a route of notifications is "WEBHOOK status", or "WEBHOOK *" for all')

const request = { route: requestRoute, times }
const webhook = { route: webhookRoute, times }
const processed = (usual: boolean) => z.boolean().default(usual)

const requestFault = z.discriminatedUnion('fault', [
  z.strictObject({
    ...request,
    fault: z.enum([
      'reset_before_body',
      'reset_after_body',
      'reset_after_processing',
      'truncated',
      'malformed',
      'needs_token',
    ]),
  }),
  z.strictObject({ ...request, fault: z.literal('latency'), ms: milliseconds, processed: processed(true) }),
  z.strictObject({
    ...request,
    fault: z.literal('status'),
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    /** Response body. A string is sent as is, any other value as JSON. If it is omitted, the body is empty. */
    body: z.unknown().optional(),
    processed: processed(false),
  }),
  z.strictObject({ ...request, fault: z.literal('html'), processed: processed(false) }),
  z.strictObject({ ...request, fault: z.literal('drip'), ms: milliseconds.default(100) }),
  z.strictObject({ ...request, fault: z.literal('endless'), ms: milliseconds.default(10) }),
])

const webhookFault = z.discriminatedUnion('fault', [
  z.strictObject({ ...webhook, fault: z.enum(['lost', 'altered_body', ...SIGNATURE_FLAWS]) }),
  z.strictObject({ ...webhook, fault: z.literal('duplicate'), copies: z.int().min(1).max(100).default(1) }),
  z.strictObject({ ...webhook, fault: z.literal('reordered'), ms: milliseconds.default(5000) }),
  z.strictObject({ ...webhook, fault: z.literal('delayed'), ms: milliseconds }),
  z.strictObject({
    ...webhook,
    fault: z.literal('sender_address'),
    address: z.string().refine(isLoopback, 'an address within 127.0.0.0/8').default('127.0.0.99'),
  }),
])

export function isLoopback(address: string): boolean {
  return isIPv4(address) && address.startsWith('127.')
}

export type RequestFault = z.infer<typeof requestFault>
export type WebhookFault = z.infer<typeof webhookFault>
export type Fault = RequestFault | WebhookFault

/** At most one fault applies to each request or delivery: the first match in the list. */
export const faultListSchema = z.array(z.discriminatedUnion('fault', [requestFault, webhookFault]))

export type FaultList = ReturnType<typeof createFaultList>

/** Contains the active faults (simulated failures). They are in memory only, so a restart clears them. */
export function createFaultList() {
  let faults: Fault[] = []

  function use<T extends Fault>(fault: T | undefined): T | null {
    if (fault === undefined) return null
    if (fault.times !== undefined) {
      fault.times -= 1
      if (fault.times === 0) faults = faults.filter((other) => other !== fault)
    }
    return fault
  }

  return {
    list: (): readonly Fault[] => faults,
    replace(next: Fault[]): void {
      faults = next
    },
    takeForRequest(method: string, path: string): RequestFault | null {
      return use(faults.filter(isRequestFault).find(({ route }) => fitsRequest(route, method, path)))
    },
    takeForWebhook(status: string): WebhookFault | null {
      const routes = ['WEBHOOK *', `WEBHOOK ${status}`]
      return use(faults.filter(isWebhookFault).find(({ route }) => routes.includes(route)))
    },
  }
}

function isWebhookFault(fault: Fault): fault is WebhookFault {
  return fault.route.startsWith('WEBHOOK ')
}

function isRequestFault(fault: Fault): fault is RequestFault {
  return !isWebhookFault(fault)
}

function fitsRequest(route: string, method: string, path: string): boolean {
  if (route === '*') return true
  const [wantedMethod, wantedPath = ''] = route.split(' ', 2)
  const wanted = wantedPath.split('/')
  const segments = path.split('/')
  return (
    wantedMethod === method &&
    wanted.length === segments.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === segments[index])
  )
}
