import fc from 'fast-check'
import { call } from '../../../build/demo/connect.ts'
import { createKeySource } from '../../../src-shared/platform/webhook/key-source.ts'
import { verifySignature } from '../../../src-shared/platform/webhook/verify-signature.ts'
import type { TestEnvironment } from '../e2e/environment.ts'
import { signBody } from '../relay/relay.ts'
import { createSigningKey, makeEvent } from '../relay/signing.ts'
import type { Findings } from './findings.ts'
import { harmed } from './from-schema.ts'

const HARMED_HOOKS = 300
const SIGNATURES = 2_000

/**
 * Generates bodies and signatures of notifications, some intact and some corrupted. A stranger's key signs them, so no signature is valid.
 */
function strangeNotifications(seed: number, runs: number) {
  const key = createSigningKey('iso-submission-rsa-01')
  const body = JSON.stringify(makeEvent())
  const signature = signBody(key, body)
  const text = (source: string) => harmed(Buffer.from(source)).map((bytes) => bytes.toString('latin1'))
  const parts = fc.record({
    body: fc.oneof(text(body), fc.json({ maxDepth: 4 }), fc.constant(body)),
    signature: fc.oneof(text(signature), fc.constant(signature), fc.base64String(), fc.constant('..')),
  })
  return fc.sample(parts, { seed, numRuns: runs })
}

export async function sendHooks(
  environment: TestEnvironment,
  findings: Findings,
  seed: number,
): Promise<number> {
  const { webhook_url } = await call(environment.page, 'environment.get', {})
  const notifications = strangeNotifications(seed, HARMED_HOOKS)
  for (const { body, signature } of notifications) {
    // Replace bytes that an HTTP header cannot contain, because `fetch` would refuse to send them.
    const headers = {
      'content-type': 'application/json',
      'x-signature': signature.replaceAll(/[^\x21-\x7e]/g, '~'),
    }
    const answer = await fetch(webhook_url ?? '', { method: 'POST', headers, body }).catch(() => null)
    if (answer === null) findings.crash('relay: no answer')
    else {
      const said = await answer.text()
      findings.hear('relay', said)
      // The relay answers 503 if the key of an invalid signature may be newer than the keys that the relay fetched last. With this answer,
      // it asks the sender to try again later. That is correct.
      const isDeferred = answer.status === 503 && said.includes('"KEYS_UNAVAILABLE"')
      if (answer.status >= 500 && !isDeferred) findings.crash(`relay: ${answer.status}`)
      if (answer.ok) findings.crash('relay: took a stranger’s notification')
    }
  }
  const health = await fetch(`${environment.relay.url}/healthz`).catch(() => null)
  if (health?.ok !== true) findings.crash('relay: does not live any more')
  return notifications.length
}

export async function checkSignatures(findings: Findings, seed: number): Promise<number> {
  const { jwk } = createSigningKey('iso-submission-rsa-01')
  const keys = createKeySource({
    fetchKeySet: () => Promise.resolve({ keys: [jwk] }),
    now: Date.now,
    store: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
  })
  const notifications = strangeNotifications(seed, SIGNATURES)
  for (const { body, signature } of notifications) {
    const bytes = new TextEncoder().encode(body)
    const signed = { body: bytes, signature, keys, now: new Date() }
    const verdict = await verifySignature(signed).catch((error: Error) => error.name)
    if (typeof verdict === 'string' || verdict.ok) findings.crash('the check of a signature')
  }
  return notifications.length
}
