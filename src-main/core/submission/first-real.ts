import { words } from '../../../src-shared/messages/messages.ts'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { readConnection } from '../environments/settings.ts'
import type { Workspace } from '../workspace.ts'

/*
 * The first application that goes to a production service is real money and a real merchant. Whoever comes from the sandbox is
 * asked once: for this environment, this address and these credentials. Others ask again.
 */

const CONFIRMED_FOR = 'real_submissions_confirmed_for'

/** Whether the broker has yet to say that what is submitted here is real, and where it would go. */
export async function firstReal(
  workspace: Pick<Workspace, 'environment' | 'vault'>,
): Promise<Result<{ is_needed: boolean; host: string; credentials: string }>> {
  const connection = await readConnection(workspace.vault)
  if (!connection.ok) return connection
  const { base_url, client_id } = connection.value
  const credentials = JSON.stringify([base_url, client_id])
  const confirmed = await workspace.vault.getSetting(CONFIRMED_FOR)
  if (!confirmed.ok) return confirmed
  return ok({
    is_needed: workspace.environment === 'production' && confirmed.value !== credentials,
    host: URL.canParse(base_url) ? new URL(base_url).host : base_url,
    credentials,
  })
}

/**
 * Keeps that the broker knows it: for the credentials that are set now, and no others. `ENVIRONMENT_CHANGED` where they are of another
 * host than the broker was shown: nobody said yes to that one.
 */
export async function confirmReal(
  { environment, vault }: Workspace,
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
 * `PRODUCTION_NOT_CONFIRMED` until then. The rule stands here and not in a screen, so that no way of submitting goes around it;
 * `holdUnconfirmed` says the same of what was submitted for other credentials and is still in the line.
 */
export function refuseUnconfirmed(workspace: Workspace): Promise<Result<void>> {
  const { notConfirmed, notConfirmedAdvice } = words().submission.firstReal
  return unlessNeeded(workspace, notConfirmed, notConfirmedAdvice)
}

/** Asked when the turn of an application or a document has come: where it would go may have changed since it was submitted. */
export function holdUnconfirmed(workspace: Workspace): Promise<Result<void>> {
  const { changed, changedAdvice } = words().submission.firstReal
  return unlessNeeded(workspace, changed, changedAdvice)
}

async function unlessNeeded(workspace: Workspace, message: string, advice: string): Promise<Result<void>> {
  const first = await firstReal(workspace)
  if (!first.ok) return first
  if (!first.value.is_needed) return ok(undefined)
  return fail(appError('PRODUCTION_NOT_CONFIRMED', message, advice, { outcome: 'not_received' }))
}

function anotherHost(host: string, shown_host: string): AppError {
  const { anotherHost: message, anotherHostAdvice } = words().submission.firstReal
  return appError('ENVIRONMENT_CHANGED', message(host, shown_host), anotherHostAdvice, {
    outcome: 'not_received',
  })
}
