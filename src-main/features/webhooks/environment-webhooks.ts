import type { WebhooksView, WebhookTest } from '../../../src-shared/features/webhooks/webhooks.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { RelayClient } from '../../platform/relay/event-source.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import type { EnvironmentAccess, OpenEnvironment } from '../../app/environment-deps.ts'
import { testWebhook } from './test-webhook.ts'
import { deleteWebhook, registerWebhooks, switchWebhook, viewWebhooks } from './webhooks.ts'

/** The webhook registrations at the partner (spec section 4.5), as the broker sees and changes them. */
export class EnvironmentWebhooks {
  readonly #environmentManager: EnvironmentAccess
  readonly #relay: RelayClient

  constructor(environmentManager: EnvironmentAccess, relay: RelayClient) {
    this.#environmentManager = environmentManager
    this.#relay = relay
  }

  async view(): Promise<Result<WebhooksView>> {
    const opened = await this.#environmentManager.open()
    return opened.ok ? this.#view(opened.value) : opened
  }

  fix(opened: OpenEnvironment): Promise<Result<WebhooksView>> {
    return this.#change(opened, (context) => registerWebhooks(context, this.#relay))
  }

  switch(opened: OpenEnvironment, uuid: string, is_active: boolean): Promise<Result<WebhooksView>> {
    return this.#change(opened, (context) => switchWebhook(context, uuid, is_active))
  }

  delete(opened: OpenEnvironment, uuid: string): Promise<Result<WebhooksView>> {
    return this.#change(opened, (context) => deleteWebhook(context, uuid))
  }

  test({ context, eventSync }: OpenEnvironment, uuid: string): Promise<Result<WebhookTest>> {
    return testWebhook({ context, eventSync, relay: this.#relay }, uuid)
  }

  /** Changes the registrations and returns their new state. */
  async #change(
    opened: OpenEnvironment,
    work: (context: EnvironmentContext) => Promise<Result<void>>,
  ): Promise<Result<WebhooksView>> {
    const done = await oneAtATime('webhooks', () => work(opened.context))
    return done.ok ? this.#view(opened) : done
  }

  /** Reads the registrations and updates the connection status. */
  async #view({ context, eventSync }: OpenEnvironment): Promise<Result<WebhooksView>> {
    const view = await viewWebhooks(context, this.#relay)
    if (view.ok) eventSync.setRegistrations(view.value)
    return view
  }
}
