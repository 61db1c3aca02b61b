/** The authorities that come with Node, which makes the list when it is first asked for. */
export const getRootCertificates = (): readonly string[] => tls().rootCertificates

/**
 * The authorities that the operating system trusts, read once. Node 20 (the older runtime, ADR 1) cannot ask for them, and has
 * the bundled ones only.
 */
export function getCACertificates(): readonly string[] {
  system ??=
    (tls() as { getCACertificates?: (store: 'system') => string[] }).getCACertificates?.('system') ?? []
  return system
}

let system: readonly string[] | null = null

/** Read with the first connection, as undici is. */
const tls = () => process.getBuiltinModule('node:tls')
