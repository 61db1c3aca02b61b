/** The certificate authorities bundled with Node, which builds the list on first use. */
export const getRootCertificates = (): readonly string[] => tls().rootCertificates

/**
 * The certificate authorities that the operating system trusts, read once. Node 20 (the older runtime, ADR 1) cannot read them and has
 * only the bundled ones.
 */
export function getCACertificates(): readonly string[] {
  system ??=
    (tls() as { getCACertificates?: (store: 'system') => string[] }).getCACertificates?.('system') ?? []
  return system
}

let system: readonly string[] | null = null

/** Loaded with the first connection, like undici. */
const tls = () => process.getBuiltinModule('node:tls')
