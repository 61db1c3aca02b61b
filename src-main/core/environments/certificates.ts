import { X509Certificate } from 'node:crypto'
import type { CertificateNamed } from '../ports/consent.ts'

const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'

interface ReadCertificate extends CertificateNamed {
  pem: string
}

/**
 * The certificates in a text; null where anything else begins in it like one. What is judged by this is kept and trusted by its `pem`
 * alone: TLS takes more sorts of blocks for certificates than these.
 */
export function readCertificates(text: string): ReadCertificate[] | null {
  const blocks = blocksOf(text)
  if (blocks.length !== text.match(/-----BEGIN/g)?.length) return blocks.length === 0 ? [] : null
  try {
    return blocks.map((block) => {
      const certificate = new X509Certificate(block)
      const { subject, fingerprint256 } = certificate
      const name = /^CN=(.*)$/m.exec(subject) ?? /^O=(.*)$/m.exec(subject)
      return { name: name?.[1] ?? subject, fingerprint: fingerprint256, pem: certificate.toString() }
    })
  } catch {
    return null
  }
}

/** Of a text that was kept as it was pasted, the certificates alone: nothing else of it is trusted. */
export function onlyCertificates(kept: string): string {
  return blocksOf(kept)
    .flatMap((block) => readCertificates(block) ?? [])
    .map(({ pem }) => pem)
    .join('')
    .trim()
}

/** The blocks of certificates. No dash stands within one. */
function blocksOf(text: string): string[] {
  return text
    .split(BEGIN)
    .slice(1)
    .flatMap((rest) => {
      const end = rest.indexOf('-')
      return end > 0 && rest.startsWith(END, end) ? [BEGIN + rest.slice(0, end) + END] : []
    })
}
