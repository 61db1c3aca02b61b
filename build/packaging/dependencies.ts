/**
 * A gate (check of `npm run check`) for third-party packages: their licenses, their hashes in the lockfile, and their known
 * vulnerabilities.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '../runtime/cache.mjs'
import { npm } from '../runtime/process.mjs'
import { nameOf, objection, readLockfile, type Locked } from './components.ts'

/** For each package, the ids of its known vulnerabilities, with the affected versions, such as `<2.5.4 || >=3.0.0 <3.0.4`. */
const { holes } = JSON.parse(readFileSync(new URL('known-holes.json', import.meta.url), 'utf8')) as {
  holes: Record<string, Record<string, string>>
}

/** Time limit for the audit. A working registry responds sooner. */
const AUDIT_WITHIN_MS = 30_000

/** Returns the findings about the packages of a lockfile. */
export const checkLockfile = (lock: Record<string, Locked>): string[] =>
  Object.entries(lock).flatMap(([path, locked]) => {
    const name = locked.name ?? nameOf(path)
    // A package that is not a dev dependency counts as shipped. Dev dependencies inside the bundles are checked when the app is packaged.
    const license = objection({ ...locked, name, shipped: locked.dev !== true })
    const unproved = locked.integrity
      ? null
      : `${name} ${locked.version} has no integrity in package-lock.json`
    const known = Object.entries(holes[name] ?? {})
      .filter(([, versions]) => isAffected(locked.version, versions))
      .map(([id]) => `${name} ${locked.version}: ${id}; see ${sourceOf(id)}`)
    return [license, unproved, ...known].filter((finding) => finding !== null)
  })

const sourceOf = (id: string) =>
  id.startsWith('CVE-') ? `https://nvd.nist.gov/vuln/detail/${id}` : `https://github.com/advisories/${id}`

function isAffected(version: string, versions: string) {
  const isWithin = (bound: string) =>
    bound.startsWith('<')
      ? compareVersions(version, bound.slice('<'.length)) < 0
      : compareVersions(version, bound.slice('>='.length)) >= 0
  return versions.split(' || ').some((range) => range.split(' ').every(isWithin))
}

/** Compares two versions. Treats a prerelease, such as 1.2.0-beta, as its release 1.2.0. */
function compareVersions(one: string, other: string) {
  const partsOf = (version: string) => (version.split(/[-+]/)[0] ?? '').split('.').map(Number)
  const theirs = partsOf(other)
  return partsOf(one).reduce((order, part, index) => order || part - (theirs[index] ?? 0), 0)
}

/**
 * Asks the npm registry for known vulnerabilities of the packages (an audit). If the registry does not respond or offers no audit, returns
 * a note instead of findings.
 */
async function askRegistry() {
  const args = ['audit', '--json', '--audit', '--loglevel=silent']
  const { stdout } = await npm(args, { cwd: projectFolder, timeoutMs: AUDIT_WITHIN_MS })
  const report = parse(stdout)
  if (report?.vulnerabilities === undefined)
    return {
      findings: [],
      note: 'licenses, lockfile, and the list of known vulnerabilities; the audit of the registry was not available',
    }
  const findings = Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `${name} ${range}: known vulnerability, ${severity}; see npm audit`)
  return { findings, note: 'licenses, lockfile, the list of known vulnerabilities, and the registry’s audit' }
}

function parse(
  text: string,
): { vulnerabilities?: Record<string, { name: string; severity: string; range: string }> } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const audit = await askRegistry()
  const findings = [...checkLockfile(await readLockfile()), ...audit.findings]
  if (findings.length > 0) console.log(findings.join('\n'))
  console.error(audit.note)
  process.exitCode = findings.length === 0 ? 0 : 1
}
