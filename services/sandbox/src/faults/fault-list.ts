import type { Fault, RequestFault, WebhookFault } from './fault.ts'

export type FaultList = ReturnType<typeof createFaultList>

/** The faults that are switched on. They live in memory: a restart is well again. */
export function createFaultList() {
  let faults: Fault[] = []

  /** Uses a fault up by one; one without `times` stays. */
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
    /** Puts these in the place of all. */
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
