import { join } from 'node:path'
import { app } from 'electron'
import { contract } from '../../src-shared/app/contract.ts'
import { AppearanceSettingsStore } from '../features/appearance/room.ts'
import { vaultFilesAt } from '../features/backup/vault-files.ts'
import { connectionsAt } from '../features/connection/connections.ts'
import { networkOf } from '../features/connection/environment-network.ts'
import { bundledDemo } from '../features/demo/bundled-demo.ts'
import { Demo } from '../features/demo/demo.ts'
import { createCollector } from '../features/diagnostics/create-collector.ts'
import { pruneCrashDumps } from '../features/diagnostics/diagnostics.ts'
import { createPdfTools } from '../features/documents/pdf-tools.ts'
import { createHandOut } from '../features/handout/create-hand-out.ts'
import { DraftImport } from '../features/import/import-drafts.ts'
import { createImportReader } from '../features/import/import-reader.ts'
import { createLock } from '../features/lock/create-lock.ts'
import { createBundledFormReader } from '../features/prefill/bundled-reader.ts'
import { ScreenGuard, TemporaryClipboard } from '../features/privacy/privacy.ts'
import { attachWhenNeeded } from '../features/proof/export-proof.ts'
import { createBundledReader } from '../features/statement-reader/bundled-reader.ts'
import { isQuiet, Announcer } from '../features/today/announcer.ts'
import { createUpdates } from '../features/updates/create-updates.ts'
import { EnvironmentWebhooks } from '../features/webhooks/webhooks.ts'
import { drop } from '../platform/base/log-lines.ts'
import { systemTimers } from '../platform/base/system-time.ts'
import { appInfo } from '../platform/electron/app-facts.ts'
import type { AppWindows } from '../platform/electron/app-windows.ts'
import { createDesktop } from '../platform/electron/desktop.ts'
import { startedBySystem, startAtLogin, startsAtLogin } from '../platform/electron/login-item.ts'
import { resolveSystemProxy } from '../platform/electron/network-state.ts'
import { systemClipboard } from '../platform/electron/system-clipboard.ts'
import { EnvironmentManager, type WakeCause } from '../platform/environment/environment-manager.ts'
import { openPlaces, type PlaceParts } from '../platform/environment/open-places.ts'
import type { DeferredIpc } from '../platform/ipc/deferred-ipc.ts'
import { FileRegistry } from '../platform/ipc/file-registry.ts'
import { createRouter } from '../platform/ipc/router.ts'
import { createConnectPartner } from '../platform/partner/connect-partner.ts'
import { createRelayClient } from '../platform/relay/relay-http.ts'
import { createMakeWorkbook } from '../platform/workbook/make-workbook.ts'
import { openEnvironment } from './environment.ts'
import { openAppRooms, type OpenEnvironment, type Outside } from './rooms.ts'

interface Parts extends PlaceParts {
  preferencesFile: string
  /** Folder that contains main's built programs. The built composition root may be in a subfolder of it. */
  programs: string
  windows: AppWindows
  calls: DeferredIpc
}

export type App = ReturnType<typeof composeApp>

/** Composition root: creates what exists once in the app, and connects it. `environment.ts` does this for an open environment. */
export function composeApp(parts: Parts) {
  const { preferencesFile, programs, windows, calls } = parts
  const userData = app.getPath('userData')
  const program = (name: string) => join(programs, `${name}.cjs`)
  const isChannel = (name: string) => Object.hasOwn(contract, name)
  const desktop = createDesktop({ windows, preferencesFile, isChannel })
  const { emit, log, logFile, preferences, icons, notifications: system, looks, ports } = desktop
  const { secrets, places } = openPlaces(userData, parts)
  const window = () => windows.handle()
  const { save, saveToFolder, consent, dialogs } = ports
  const { copies, hear, handOut } = createHandOut({ userData, window, icons, saveToFolder, log })
  desktop.listen(hear)
  const appearance = new AppearanceSettingsStore(looks, emit)
  const announcer = new Announcer({ system, settings: preferences.alerts.get, now: Date.now, emit })
  const alerts = { preferences: preferences.alerts, startsAtLogin, startAtLogin, announcer, system }
  const temporaryClipboard = new TemporaryClipboard(systemClipboard, systemTimers, log)
  const isDemo = () => places.isDemo
  const app_version = app.getVersion()
  const vaultFiles = vaultFilesAt(places, { passphrase: secrets, dialogs, consent, app_version })
  // A page calls `updates.proven` to report that it has rendered.
  const whenShown = window() === null ? Promise.resolve() : calls.firstCall('updates.proven')
  const network = () => networkOf(environments)
  const relay = createRelayClient(network)
  const connectPartner = createConnectPartner({ resolveProxy: resolveSystemProxy })
  const registry = new FileRegistry()
  const outside: Outside = {
    ...ports,
    get demo() {
      return demo
    },
    vaultFiles,
    registry,
    guard: new ScreenGuard((on) => windows.protect(on), systemTimers),
    temporaryClipboard,
    draftImport: new DraftImport(registry, createImportReader(program('import-worker'))),
    handOut,
    attach: attachWhenNeeded,
    makeWorkbook: createMakeWorkbook(program('workbook-worker')),
  }
  const ofAnyEnvironment = {
    connectPartner,
    relay,
    outside,
    places,
    quiet: (now: Date) => isQuiet(preferences.alerts.get().quiet, now),
    statementReader: createBundledReader(programs),
    ...createPdfTools(programs),
    applications: createBundledFormReader(programs),
    emit,
    notifier: announcer,
    log,
  }
  const environments: EnvironmentManager<OpenEnvironment> = new EnvironmentManager({
    openEnvironment: (environment) => openEnvironment(environment, ofAnyEnvironment),
    whenShown,
    chosen: preferences.environment,
    isDemo,
    emit,
    log,
  })
  const connections = connectionsAt(places, { environments, connectPartner, relay, consent })
  const webhooks = new EnvironmentWebhooks(environments, relay)
  const demo = new Demo(environments, { connections, webhooks }, places, bundledDemo(programs))
  const updates = createUpdates({ network, memory: preferences.updates, environments, emit, log })
  const { lock, idle, screenLocked } = createLock({
    secrets,
    preferences: preferences.lock,
    windows,
    ...desktop.ofLock,
    environments,
    isDemo,
    vaultFiles,
    whenLocked() {
      desktop.hide()
      drop(log, temporaryClipboard.clear())
      drop(log, copies.clear())
    },
    log,
  })

  async function start(): Promise<void> {
    await appearance.setMessages()
    const router = createRouter({
      contract,
      isTrusted: (frame: Parameters<AppWindows['isOwnFrame']>[0]) => windows.isOwnFrame(frame),
      app: openAppRooms({
        environmentManager: environments,
        connections,
        webhooks,
        demo,
        vaultFiles,
        registry,
        alerts,
        appearance,
        lock,
        updates,
        info: appInfo(),
        takePairLink: () => windows.takePairLink(),
        diagnostics: createCollector({ environments, looks, logFile, places, save, log }),
      }),
      environments,
      registry,
      lock,
      log,
    })
    lock.begin()
    calls.serve(router)
    idle.start()
    drop(log, updates.begin(!startedBySystem() && !windows.isLocked))
    // Removes the data of a demo that did not end normally.
    drop(log, places.clearDemo())
    // Deletes the decrypted copies of a run that crashed.
    drop(log, copies.clear())
    drop(log, environments.openAtStart(windows))
    log.info('started')
    const settle = () => {
      desktop.show()
      pruneCrashDumps(app.getPath('crashDumps'), systemTimers, Date.now, log)
    }
    drop(log, whenShown.then(settle))
  }

  looks.apply()
  return {
    preferences,
    keepPlace: desktop.keepPlace,
    start,
    windowsClosed: desktop.windowsClosed,
    wake(cause: WakeCause) {
      drop(log, environments.retryNow(cause))
      announcer.wake()
      updates.wake()
      idle.look()
    },
    screenLocked,
    pause() {
      drop(log, environments.checkpoint())
      drop(log, copies.clear())
    },
    quitCancelled: () => updates.quitCancelled(),
    async shutdown() {
      announcer.stop()
      idle.stop()
      updates.quitting()
      const cleared = Promise.all([temporaryClipboard.clear(), copies.clear()])
      await environments.end()
      await demo.end()
      await cleared
    },
    prepareForUpdate: () => updates.leave(),
  }
}
