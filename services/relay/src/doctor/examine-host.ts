import { X509Certificate } from 'node:crypto'
import { readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Settings } from '../config/settings.ts'
import { isLoopback } from '../server/addresses.ts'
import type { RelayStore } from '../store/relay-store.ts'
import { checkDatabase } from '../store/sqlite/backup.ts'
import { fail, pass, warn, wordsOf, type Finding } from './finding.ts'

const GIGABYTE = 1024 ** 3
const DAY_MS = 24 * 3_600_000
/** Most issuers renew certificates a month before they expire, so with two weeks left the renewal has failed. */
const CERTIFICATE_SOON_DAYS = 14

/** Checks the local requirements: the data folder and its disk or the database, and the certificate. */
export async function examineHost(settings: Settings, store: RelayStore): Promise<Finding[]> {
  const { data } = settings
  return [
    ...(data === undefined ? [] : [examineFolder(data), examineDisk(data, settings)]),
    await examineStore(data, store),
    ...examineCertificate(settings),
    ...examineAdmin(settings),
  ]
}

function examineFolder(data: string): Finding {
  const mode = statSync(data).mode & 0o077
  return mode === 0 || process.platform === 'win32'
    ? pass('data folder', `${data} is for its own user only`)
    : warn('data folder', `${data} can be opened by other users`, `Run: chmod 700 ${data}`)
}

function examineDisk(data: string, { keep_megabytes }: Settings): Finding {
  const { bavail, bsize } = statfsSync(data)
  const free = (bavail * bsize) / GIGABYTE
  const words = `${free.toFixed(1)} GB are free`
  const advice = 'Make room, or lower keep_days or keep_megabytes.'
  if (free < 0.1) return fail('disk', words, advice)
  return free < Math.max(1, keep_megabytes / 1024) ? warn('disk', words, advice) : pass('disk', words)
}

async function examineStore(data: string | undefined, store: RelayStore): Promise<Finding> {
  try {
    await store.probe()
    if (data === undefined) return pass('storage', 'the database can be written')
    const { events, bytes } = checkDatabase(join(data, 'relay.db'))
    return pass('storage', `can be written and is undamaged: ${events} events, ${bytes} bytes`)
  } catch (error) {
    return fail(
      'storage',
      wordsOf(error),
      'Stop the relay, keep a copy of its data, and restore the last backup.',
    )
  }
}

function examineCertificate({ tls_certificate, tls_key }: Settings): Finding[] {
  if (tls_certificate === undefined || tls_key === undefined) return []
  try {
    const cert = readFileSync(tls_certificate)
    createSecureContext({ cert, key: readFileSync(tls_key) })
    const { validTo } = new X509Certificate(cert)
    const days = (Date.parse(validTo) - Date.now()) / DAY_MS
    const advice = 'Renew it; the running relay takes the new files by itself.'
    if (days < 0) return [fail('certificate', `ended on ${validTo}`, advice)]
    return [
      days < CERTIFICATE_SOON_DAYS
        ? warn('certificate', `ends on ${validTo}`, advice)
        : pass('certificate', `holds until ${validTo}`),
    ]
  } catch (error) {
    return [fail('certificate', wordsOf(error), 'Check tls_certificate and tls_key.')]
  }
}

function examineAdmin({ admin_host, admin_port }: Settings): Finding[] {
  if (admin_port === undefined)
    return [warn('metrics', 'are off', 'Set admin_port, and let Prometheus read /metrics there.')]
  return isLoopback(admin_host)
    ? [pass('metrics', `on this machine only, port ${admin_port}`)]
    : [warn('metrics', `can be read at ${admin_host}:${admin_port}`, 'Let a firewall keep strangers out.')]
}
