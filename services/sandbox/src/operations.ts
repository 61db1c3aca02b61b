/**
 * Operations of the partner's API, each with its method and path. Each path lacks the prefix `/iso/api` and the version. The names match
 * the app's endpoint profiles (data files that describe the operations).
 */
const OPERATIONS = {
  'token.create': ['POST', '/auth/oauth2/token'],
  'token.refresh': ['POST', '/auth/oauth2/token/refresh'],
  'token.validate': ['GET', '/auth/oauth2/token/validate'],
  'jwks.read': ['GET', '/auth/.well-known/jwks.json'],
  'application.create': ['POST', '/application'],
  'application.read': ['GET', '/applications/:application_id'],
  'applications.list': ['GET', '/applications'],
  'document.create': ['POST', '/document'],
  'documents.list': ['GET', '/documents'],
  'offers.list': ['GET', '/offers'],
  'offer.read': ['GET', '/offer'],
  'offer.accept': ['POST', '/offer'],
  'webhook.create': ['POST', '/webhooks'],
  'webhooks.list': ['GET', '/webhooks'],
  'webhook.test': ['POST', '/webhooks/test'],
  'webhook.read': ['GET', '/webhooks/:uuid'],
  'webhook.update': ['PUT', '/webhooks/:uuid'],
  'webhook.delete': ['DELETE', '/webhooks/:uuid'],
} as const

export type Operation = keyof typeof OPERATIONS
export const OPERATION_NAMES = Object.keys(OPERATIONS) as Operation[]

const COMPILED = OPERATION_NAMES.map((name) => {
  const [method, path] = OPERATIONS[name]
  const pattern = path.replaceAll('.', '\\.').replace(/:\w+/, '[^/]+')
  return { name, method, path: new RegExp(`^/iso/api${versionIn(name, path)}${pattern}$`) }
})

/**
 * Returns the regular expression of the version segment in an operation's path. Authentication paths have no version. For reading
 * applications, the version is required; for all other operations, it is optional (spec section 9).
 */
function versionIn(name: Operation, path: string): string {
  if (path.startsWith('/auth/')) return ''
  return name === 'application.read' || name === 'applications.list' ? '/v1' : '(?:/v1)?'
}

/** Returns the operation of a request, or undefined if there is none with this method and path. */
export function operationAt(method: string, path: string): Operation | undefined {
  return COMPILED.find((operation) => operation.method === method && operation.path.test(path))?.name
}

/** Returns the methods that a path supports, without those in `notOffered`. Returns an empty list for an unknown path. */
export function methodsAt(path: string, notOffered: ReadonlySet<Operation>): string[] {
  return COMPILED.filter((operation) => operation.path.test(path) && !notOffered.has(operation.name)).map(
    ({ method }) => method,
  )
}
