import type { AppInfo } from '../../../src-shared/domain/environment.ts'
import { ok } from '../../../src-shared/errors.ts'
import type { appContract } from '../../../src-shared/ipc/app-contract.ts'
import type { AppearanceSettingsStore } from '../../core/appearance/appearance-settings.ts'
import type { Demo } from '../../core/demo/demo.ts'
import type { DiagnosticsCollector } from '../../core/diagnostics/diagnostics.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import type { Alerts } from '../../core/notifications/alerts.ts'
import { readInbox, viewInbox } from '../../core/notifications/inbox.ts'
import type { AppUpdates } from '../../core/updates/app-updates.ts'
import type { Handlers, WithEnvironment } from '../router.ts'

export interface AppHandlerDeps {
  environmentManager: EnvironmentManager
  demo: Demo
  alerts: Alerts
  appearance: AppearanceSettingsStore
  diagnostics: DiagnosticsCollector
  updates: AppUpdates
  info: AppInfo
}

type AppHandlers = Omit<Pick<Handlers, keyof typeof appContract>, Extract<keyof Handlers, `vault.${string}`>>

/** Creates the handlers of the app itself: appearance, updates, diagnostics, demo, inbox, alerts. */
export function createAppHandlers(
  withEnvironment: WithEnvironment,
  { environmentManager, demo, alerts, appearance, diagnostics, updates, info }: AppHandlerDeps,
): AppHandlers {
  return {
    'app.info': async () => ok(info),
    'appearance.get': async () => ok(appearance.view()),
    'appearance.save': (settings) => appearance.save(settings),
    'updates.get': async () => ok(updates.view()),
    'updates.check': async () => ok(await updates.check()),
    'updates.set_automatic': ({ automatic }) => updates.setAutomatic(automatic),
    'updates.restart': () => updates.restart(),
    'updates.dismiss_note': async () => ok(updates.dismissNote()),
    'updates.proven': async () => {
      await updates.prove()
      return ok({})
    },
    'diagnostics.view': () => diagnostics.view(),
    'diagnostics.save': () => diagnostics.save(),
    'demo.status': async () => ok(demo.status),
    'demo.start': ({ window_id }) => environmentManager.runAndNotify(window_id, () => demo.start()),
    'demo.stop': ({ window_id }) => environmentManager.runAndNotify(window_id, () => demo.stop()),
    'inbox.list': () => withEnvironment(viewInbox),
    'inbox.read': (which) => withEnvironment((context) => readInbox(context, which)),
    'alerts.get': () => alerts.view(),
    'alerts.save': ({ settings, start_at_login }) => alerts.save(settings, start_at_login),
    'alerts.try': () => alerts.try(),
  }
}
