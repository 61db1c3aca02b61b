import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { readConnection } from '../connection/connection-settings.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'

/*
 * The first application to a production partner involves real money and a real merchant. The broker must therefore confirm once that real
 * applications may be sent. The setting below stores for which address and credentials. Other ones require a new confirmation.
 */

const CONFIRMED_FOR = 'real_submissions_confirmed_for'

/** Returns whether the broker must still confirm real submissions, and where they would go. */
export async function firstReal(
  context: Pick<EnvironmentContext, 'environment' | 'vault'>,
): Promise<Result<{ is_needed: boolean; host: string; credentials: string }>> {
  const connection = await readConnection(context.vault)
  if (!connection.ok) return connection
  const { base_url, client_id } = connection.value
  const credentials = JSON.stringify([base_url, client_id])
  const confirmed = await context.vault.getSetting(CONFIRMED_FOR)
  if (!confirmed.ok) return confirmed
  return ok({
    is_needed: context.environment === 'production' && confirmed.value !== credentials,
    host: URL.canParse(base_url) ? new URL(base_url).host : base_url,
    credentials,
  })
}

/**
 * Stores the confirmation for the current credentials only. Fails with `ENVIRONMENT_CHANGED` if the host of the current address differs
 * from the host that the broker saw.
 */
export async function confirmReal(
  { environment, vault }: EnvironmentContext,
  shown_host: string,
): Promise<Result<void>> {
  const first = await firstReal({ environment, vault })
  if (!first.ok) return first
  const { host } = first.value
  if (host !== shown_host) return fail(anotherHost(host, shown_host))
  const kept = await vault.commit([
    { write: 'set_setting', key: CONFIRMED_FOR, value: first.value.credentials },
  ])
  return kept.ok ? ok(undefined) : kept
}

/**
 * Fails with `PRODUCTION_NOT_CONFIRMED` until the broker confirms real submissions. The rule is enforced here and not in a screen, so that
 * no way of submitting bypasses it. `holdUnconfirmed` applies the rule again before a queued submission is sent.
 */
export function refuseUnconfirmed(context: EnvironmentContext): Promise<Result<void>> {
  const { notConfirmed, notConfirmedAdvice } = msg.submission.firstReal
  return unlessNeeded(context, notConfirmed, notConfirmedAdvice)
}

/** Checks again when an application or document is about to be sent, because the destination may have changed since submission. */
export function holdUnconfirmed(context: EnvironmentContext): Promise<Result<void>> {
  const { changed, changedAdvice } = msg.submission.firstReal
  return unlessNeeded(context, changed, changedAdvice)
}

async function unlessNeeded(
  context: EnvironmentContext,
  message: Message,
  advice: Message,
): Promise<Result<void>> {
  const first = await firstReal(context)
  if (!first.ok) return first
  if (!first.value.is_needed) return ok(undefined)
  return fail(appError('PRODUCTION_NOT_CONFIRMED', message, advice, { outcome: 'not_received' }))
}

function anotherHost(host: string, shown_host: string): AppError {
  const { anotherHost: message, anotherHostAdvice } = msg.submission.firstReal
  return appError('ENVIRONMENT_CHANGED', message(host, shown_host), anotherHostAdvice, {
    outcome: 'not_received',
  })
}
