/** Fetches the official Electron by its package's own script, through npm's proxy, and tells why where that fails. */
import { run } from './process.mjs'

/**
 * How long the download may take, and what follows where it fails. With another runtime to fall back on, it is given up soon and
 * not tried again for a day; without one everybody waits for it, on a slow line too, and each start tries again.
 * @param {{ platform: string, arch: string }} system
 */
export function downloadTerms({ platform, arch }) {
  const hasFallback = platform === 'linux' && arch === 'x64'
  return { hasFallback, limitMs: hasFallback ? 60_000 : 15 * 60_000 }
}

/**
 * The script reads a proxy only when told so, and not from npm's settings, which `npm run` hands on as npm_config_….
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withProxy(env) {
  const first = (/** @type {string[]} */ ...names) => names.map((name) => env[name]).find(Boolean)
  // In npm's own order.
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
    // A proxy that looks into the connection brings an authority of its own.
    ...(authority ? { NODE_EXTRA_CA_CERTS: authority } : {}),
  }
}

/** The script prints "fetch failed" alone; what failed stands in the error's cause. */
const tellingCause = `data:text/javascript,${encodeURIComponent(`
const plain = globalThis.fetch
globalThis.fetch = (...args) => plain(...args).catch((error) => {
  throw new Error([error.message, error.cause?.message || error.cause?.code].filter(Boolean).join(': '))
})`)}`

/**
 * Runs the download script to its end.
 * @param {{ node: string, script: string, limitMs: number, env: NodeJS.ProcessEnv }} download
 * @returns {Promise<string>} why it failed; empty where it did not
 */
export async function runDownload({ node, script, limitMs, env }) {
  const { code, output, timedOut } = await run(node, ['--import', tellingCause, script], {
    // The override would make it believe that there is nothing to do.
    env: { ...withProxy(env), ELECTRON_OVERRIDE_DIST_PATH: undefined },
    timeoutMs: limitMs,
    endsSlowly: true,
  })
  if (timedOut) return `no end within ${inWords(limitMs)}`
  if (code === 0) return ''
  const lines = output.trim().split('\n')
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? '').trim() || `it ended with ${code}`
}

/** @param {number} ms */
export const inWords = (ms) => (ms < 120_000 ? `${ms / 1000} s` : `${ms / 60_000} minutes`)
