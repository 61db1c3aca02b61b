import type { WebhooksView, WebhookTest } from '../../../src-shared/features/webhooks/webhooks.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { RelayClient } from '../../platform/relay/event-source.ts'
import type { EnvironmentContext, Environments } from '../../platform/environment/environment-context.ts'
import { testWebhook } from './test-webhook.ts'
import { deleteWebhook, registerWebhooks, switchWebhook, viewWebhooks } from './webhooks.ts'
import type { EventSync } from '../events/event-sync.ts'

/** An open environment, whose events can be watched. */
export interface WatchedEnvironment {
  context: EnvironmentContext
  eventSync: Pick<EventSync, 'watch' | 'status' | 'setRegistrations'>
}

/** The webhook registrations at the partner (spec section 4.5), as the broker sees and changes them. */
export class EnvironmentWebhooks {
  readonly #environmentManager: Pick<Environments<WatchedEnvironment>, 'open'>
  readonly #relay: RelayClient

  constructor(environmentManager: Pick<Environments<WatchedEnvironment>, 'open'>, relay: RelayClient) {
    this.#environmentManager = environmentManager
    this.#relay = relay
  }

  async view(): Promise<Result<WebhooksView>> {
    const opened = await this.#environmentManager.open()
    return opened.ok ? this.#view(opened.value) : opened
  }

  fix(opened: WatchedEnvironment): Promise<Result<WebhooksView>> {
    return this.#change(opened, (context) => registerWebhooks(context, this.#relay))
  }

  switch(opened: WatchedEnvironment, uuid: string, is_active: boolean): Promise<Result<WebhooksView>> {
    return this.#change(opened, (context) => switchWebhook(context, uuid, is_active))
  }

  delete(opened: WatchedEnvironment, uuid: string): Promise<Result<WebhooksView>> {
    return this.#change(opened, (context) => deleteWebhook(context, uuid))
  }

  test({ context, eventSync }: WatchedEnvironment, uuid: string): Promise<Result<WebhookTest>> {
    return testWebhook({ context, eventSync, relay: this.#relay }, uuid)
  }

  /** Changes the registrations and returns their new state. */
  async #change(
    opened: WatchedEnvironment,
    work: (context: EnvironmentContext) => Promise<Result<void>>,
  ): Promise<Result<WebhooksView>> {
    const done = await oneAtATime('webhooks', () => work(opened.context))
    return done.ok ? this.#view(opened) : done
  }

  /** Reads the registrations and updates the connection status. */
  async #view({ context, eventSync }: WatchedEnvironment): Promise<Result<WebhooksView>> {
    const view = await viewWebhooks(context, this.#relay)
    if (view.ok) eventSync.setRegistrations(view.value)
    return view
  }
}
