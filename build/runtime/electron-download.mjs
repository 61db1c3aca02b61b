/**
 * Downloads the official Electron with the download script of its npm package, through npm's proxy. Reports the reason if the download
 * fails.
 */
import { run } from './process.mjs'

/**
 * Returns the time limit of the download, and whether a replacement (the test runtime) is available for this system. With a replacement,
 * the time limit is short, and a failed download is not retried for a day. Without a replacement, the download may take long, and each
 * start retries a failed download.
 * @param {{ platform: string, arch: string }} system
 */
export function downloadTerms({ platform, arch }) {
  const hasFallback = platform === 'linux' && arch === 'x64'
  return { hasFallback, limitMs: hasFallback ? 60_000 : 15 * 60_000 }
}

/**
 * Sets proxy variables for the script. The script uses a proxy only if these variables are set, and ignores npm's own settings, which
 * `npm run` passes as npm_config_….
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withProxy(env) {
  const first = (/** @type {string[]} */ ...names) => names.map((name) => env[name]).find(Boolean)
  // Use the same order of precedence as npm.
  const proxy = first(
    ...['npm_config_https_proxy', 'https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'],
    'npm_config_proxy',
  )
  const direct = first('no_proxy', 'NO_PROXY', 'npm_config_noproxy')
  const authority = first('NODE_EXTRA_CA_CERTS', 'npm_config_cafile')
  return {
    ...env,
    ...(proxy ? { ELECTRON_GET_USE_PROXY: '1', HTTPS_PROXY: proxy, https_proxy: proxy } : {}),
    ...(proxy && direct ? { NO_PROXY: direct } : {}),
    // A proxy that inspects TLS traffic requires trust in its own certificate authority.
    ...(authority ? { NODE_EXTRA_CA_CERTS: authority } : {}),
  }
}

/** A module that makes the download script print the cause of an error. The script itself prints only "fetch failed". */
const reportCause = `data:text/javascript,${encodeURIComponent(`
const plain = globalThis.fetch
globalThis.fetch = (...args) => plain(...args).catch((error) => {
  throw new Error([error.message, error.cause?.message || error.cause?.code].filter(Boolean).join(': '))
})`)}`

/**
 * Runs the download script to its end.
 * @param {{ node: string, script: string, limitMs: number, env: NodeJS.ProcessEnv }} download
 * @returns {Promise<string>} the reason if it failed; empty on success
 */
export async function runDownload({ node, script, limitMs, env }) {
  const { code, output, timedOut } = await run(node, ['--import', reportCause, script], {
    // With this variable set, the script would download nothing.
    env: { ...withProxy(env), ELECTRON_OVERRIDE_DIST_PATH: undefined },
    timeoutMs: limitMs,
    endsSlowly: true,
  })
  if (timedOut) return `not done within ${formatDuration(limitMs)}`
  if (code === 0) return ''
  const lines = output.trim().split('\n')
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? '').trim() || `exit code ${code}`
}

/** @param {number} ms */
export const formatDuration = (ms) => (ms < 120_000 ? `${ms / 1000} s` : `${ms / 60_000} minutes`)
