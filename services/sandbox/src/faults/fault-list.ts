import type { Fault, RequestFault, WebhookFault } from './fault.ts'

export type FaultList = ReturnType<typeof createFaultList>

/** The active faults. They are kept in memory only, so a restart clears them. */
export function createFaultList() {
  let faults: Fault[] = []

  /** Counts one use of a fault. A fault without `times` stays active. */
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
    /** Replaces all faults. */
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
