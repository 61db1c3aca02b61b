/** The gate of other people's code: its licences, that it is what the lockfile names, and what is known against it. */
import { projectFolder } from '../runtime/cache.mjs'
import { npm } from '../runtime/process.mjs'
import { nameOf, readLockfile } from './components.mjs'
import { objection } from './licences.mjs'

/** Longer than any registry takes that means to answer. */
const AUDIT_WITHIN_MS = 30_000

/** @returns {Promise<import('../gates.mjs').Outcome>} */
export async function judgeDependencies() {
  const findings = judgeLockfile(await readLockfile())
  const audit = await askRegistry()
  findings.push(...audit.findings)
  return { code: findings.length === 0 ? 0 : 1, output: findings.join('\n'), note: audit.note }
}

/**
 * @param {Record<string, import('./components.mjs').Locked>} lock
 * @returns {string[]} findings
 */
export const judgeLockfile = (lock) =>
  Object.entries(lock).flatMap(([path, locked]) => {
    const name = locked.name ?? nameOf(path)
    // What is bundled is judged again, by name, when it is packaged.
    const licence = objection({ ...locked, name, shipped: locked.dev !== true })
    const unproved = locked.integrity
      ? null
      : `${name} ${locked.version} has no integrity in package-lock.json`
    return [licence, unproved].filter((finding) => finding !== null)
  })

/** A registry that offers no audit, or no network, is told and is no finding. */
async function askRegistry() {
  const args = ['audit', '--json', '--audit', '--loglevel=silent']
  const { stdout } = await npm(args, { cwd: projectFolder, timeoutMs: AUDIT_WITHIN_MS })
  const report = parse(stdout)
  if (report?.vulnerabilities === undefined)
    return { findings: [], note: 'licences and lockfile; the registry answered no audit' }
  const findings = Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `${name} ${range}: known vulnerability, ${severity}; see npm audit`)
  return { findings, note: 'licences, lockfile and the registry’s audit' }
}

/**
 * @param {string} text
 * @returns {{ vulnerabilities?: Record<string, { name: string, severity: string, range: string }> } | undefined}
 */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
