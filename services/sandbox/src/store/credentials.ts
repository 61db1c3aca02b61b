import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { JWK } from 'jose'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import { prepare, type Database } from './database.ts'

/** Uses of a signing key: to sign access tokens or webhook requests. */
export const KEY_PURPOSES = ['access', 'webhook'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

export interface SigningKey {
  kid: string
  purpose: KeyPurpose
  private_jwk: JWK
}

export interface Client {
  client_id: string
  client_secret: string
}

/** Stores the credentials of the API client, the signing keys, and the hashes of valid refresh tokens. */
export function credentialStore(db: Database, environment: Environment) {
  const selectClient = prepare<Client>(db, 'SELECT client_id, client_secret FROM client')
  const insertClient = prepare(db, 'INSERT INTO client (client_id, client_secret) VALUES (?, ?)')
  const selectKeys = prepare<{ kid: string; purpose: KeyPurpose; private_jwk: string }>(
    db,
    'SELECT kid, purpose, private_jwk FROM signing_keys WHERE retired = 0 ORDER BY rowid',
  )
  const countKeys = prepare<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM signing_keys WHERE purpose = ?',
  )
  const retireKey = prepare(db, 'UPDATE signing_keys SET retired = 1 WHERE kid = ?')
  const insertKey = prepare(db, 'INSERT INTO signing_keys (kid, purpose, private_jwk) VALUES (?, ?, ?)')
  const insertRefresh = prepare(db, 'INSERT INTO refresh_tokens (token_hash, expires_at) VALUES (?, ?)')
  const selectRefresh = prepare<{ expires_at: number }>(
    db,
    'SELECT expires_at FROM refresh_tokens WHERE token_hash = ?',
  )
  const deleteRefresh = prepare<{ expires_at: number }>(
    db,
    'DELETE FROM refresh_tokens WHERE token_hash = ? RETURNING expires_at',
  )
  const purgeRefresh = prepare(db, 'DELETE FROM refresh_tokens WHERE expires_at <= ?')

  return {
    /** Returns the credentials of the only API client. Creates them at the first start. */
    client(): Client {
      const known = selectClient.get()
      if (known !== undefined) return known
      const client = {
        client_id: `${environment}-${randomBytes(6).toString('hex')}`,
        client_secret: randomBytes(32).toString('base64url'),
      }
      insertClient.run(client.client_id, client.client_secret)
      return client
    },

    /** Returns true if these are the issued credentials. Takes the same time for every wrong secret, so that the time reveals nothing. */
    accepts(client: Client): boolean {
      const issued = this.client()
      const sameSecret = timingSafeEqual(sha256(issued.client_secret), sha256(client.client_secret))
      return sameSecret && issued.client_id === client.client_id
    },

    /** Returns the keys that were not withdrawn, oldest first. */
    keys(): SigningKey[] {
      return selectKeys.all().map((row) => ({ ...row, private_jwk: JSON.parse(row.private_jwk) as JWK }))
    },

    addKey(key: SigningKey): void {
      insertKey.run(key.kid, key.purpose, JSON.stringify(key.private_jwk))
    },

    /** Returns the number of keys that were ever created for this purpose. */
    keyCount(purpose: KeyPurpose): number {
      return countKeys.get(purpose)?.count ?? 0
    },

    retireKey(kid: string): void {
      retireKey.run(kid)
    },

    /** Issues a refresh token that is valid until `expires_at` (ms). */
    issueRefreshToken(now: number, expires_at: number): string {
      purgeRefresh.run(now)
      const token = randomBytes(32).toString('base64url')
      insertRefresh.run(sha256(token).toString('hex'), expires_at)
      return token
    },

    /** Returns true if a refresh token is valid. Does not invalidate the token. */
    knowsRefreshToken(token: string, now: number): boolean {
      const row = selectRefresh.get(sha256(token).toString('hex'))
      return row !== undefined && row.expires_at > now
    },

    /** Redeems a refresh token, which invalidates it. Returns false if it is unknown, already used, or expired. */
    redeemRefreshToken(token: string, now: number): boolean {
      const row = deleteRefresh.get(sha256(token).toString('hex'))
      return row !== undefined && row.expires_at > now
    },
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
