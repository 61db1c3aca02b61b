import { join } from 'node:path'
import { app, nativeTheme, powerMonitor } from 'electron'
import { SCRYPT_COST } from '../../src-shared/platform/base/scrypt-cost-schema.ts'
import type { ClickTarget } from '../../src-shared/platform/addresses/deep-link.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { keychainService, SECRETS_FILE } from '../../src-shared/platform/base/keychain-names.ts'
import { contract, type EventPayload } from '../../src-shared/app/contract.ts'
import { createApplicationReader } from '../features/prefill/application-reader.ts'
import { createPdfComposer } from '../features/documents/pdf-composer.ts'
import { createPdfInspector } from '../features/documents/pdf-inspector.ts'
import { afterLastWindow } from '../platform/electron/app-lifecycle.ts'
import { appFacts, appInfo } from '../platform/electron/app-facts.ts'
import { drawMenu } from '../platform/electron/app-menu.ts'
import { developmentPreset } from '../platform/electron/development-settings.ts'
import { createElectronNotifications } from '../platform/electron/electron-notifications.ts'
import type { AppWindows } from '../platform/electron/app-windows.ts'
import { watchForCrashes } from '../platform/electron/crash-watch.ts'
import type { DeferredIpc } from '../platform/ipc/deferred-ipc.ts'
import { startAtLogin, startedBySystem, startsAtLogin } from '../platform/electron/login-item.ts'
import { PreferencesFile } from '../platform/electron/preferences-file.ts'
import { closeHiddenPages, printOnPaper, printPage } from '../platform/electron/print-page.ts'
import {
  createFileDialogs,
  createSaveToFolder,
  savePiecesWithDialog,
  saveWithDialog,
  saveZipWithDialog,
} from '../platform/electron/file-dialogs.ts'
import { copyText, systemClipboard } from '../platform/electron/system-clipboard.ts'
import { resolveSystemProxy } from '../platform/electron/network-state.ts'
import { AppTray } from '../platform/electron/tray.ts'
import { createRelayClient } from '../platform/relay/relay-http.ts'
import { createConsent, touchId, warnOfNetworkFolder } from '../platform/electron/consent-dialogs.ts'
import type { PrefetchedSecret } from '../platform/keychain/prefetch-secrets.ts'
import { EnvironmentSecretStore } from '../platform/keychain/environment-secret-store.ts'
import { fileClipboard, createStartDrag } from '../features/handout/file-clipboard.ts'
import { PrivateCopies } from '../features/handout/temporary-copies.ts'
import { createMakeWorkbook } from '../platform/workbook/make-workbook.ts'
import { createImportReader } from '../features/import/import-reader.ts'
import { zipTexts } from '../platform/files/zip-file.ts'
import { FileLog, logToAll, consoleLog } from '../platform/base/file-log.ts'
import { KeytarSecretStore } from '../platform/keychain/keytar-secret-store.ts'
import { createConnectPartner } from '../platform/partner/connect-partner.ts'
import { systemClock, systemTimers } from '../platform/base/system-time.ts'
import { ElectronUpdater } from '../features/updates/electron-updater.ts'
import type { StartHost } from '../platform/vault/host-process.ts'
import { peekVault } from '../platform/vault/open-vault.ts'
import { DataPaths } from '../platform/environment/data-paths.ts'
import { forkProcess, pathForProcess } from '../platform/processes/fork-process.ts'
import { createStatementReader } from '../features/statement-reader/reader-process.ts'
import { Demo, BundledDemoServices } from '../features/demo/demo.ts'
import { allowLines, noteFault, drop } from '../platform/base/log-lines.ts'
import { DiagnosticsCollector, measureFolder, pruneCrashDumps } from '../features/diagnostics/diagnostics.ts'
import { FileRegistry } from '../platform/ipc/file-registry.ts'
import { EnvironmentManager, type WakeCause } from '../platform/environment/environment-manager.ts'
import { Connections } from '../features/connection/connections.ts'
import { EnvironmentWebhooks } from '../features/webhooks/webhooks.ts'
import { AppLock, IdleWatch } from '../features/lock/app-lock.ts'
import { HandOut } from '../features/handout/hand-out.ts'
import { Alerts } from '../features/inbox/alerts.ts'
import { Announcer } from '../features/inbox/announcer.ts'
import type { ProofPrinter } from '../features/proof/export-proof.ts'
import { DraftImport } from '../features/import/import-drafts.ts'
import { ScreenGuard, TemporaryClipboard } from '../features/privacy/privacy.ts'
import type { Emit } from '../platform/base/system.ts'
import type { SaveFile, SavePieces } from '../platform/files/ports.ts'
import { AppUpdates } from '../features/updates/app-updates.ts'
import { checkRecoveryCode, hasRecoveryCode } from '../features/backup/recovery.ts'
import type { VaultFiles } from '../features/backup/vault-files.ts'
import { openAppRooms, type OpenEnvironment, type Outside } from './rooms.ts'
import { createRouter } from '../platform/ipc/router.ts'
import { environmentNetwork, openEnvironment } from './environment.ts'
import { createOpenMail } from '../platform/electron/mail-program.ts'
import { AppearanceSettingsStore } from '../features/appearance/room.ts'

interface Parts {
  /** Id that separates the secrets of a development build from those of the packaged app. Null in the packaged app. */
  profile: string | null
  preferencesFile: string
  /** Folder that contains main's built programs. The built composition root may be in a subfolder of it. */
  programs: string
  windows: AppWindows
  calls: DeferredIpc
  startVault: StartHost
  prefetched: PrefetchedSecret[]
}

export interface App {
  readonly preferences: PreferencesFile
  keepPlace(window: ReturnType<PreferencesFile['get']>['window']): void
  start(): Promise<void>
  /** Called when the last window was closed, but the user did not quit the app. */
  windowsClosed(): void
  wake(cause: WakeCause): void
  /** Called when the screen was locked or the computer is about to sleep. */
  screenLocked(): void
  /** Called when the screen was locked or the computer is about to sleep. */
  pause(): void
  quitCancelled(): void
  shutdown(): Promise<void>
  prepareForUpdate(): Promise<unknown>
}

/**
 * Composition root: the only place that creates and connects adapters, except those that open the window. The app's rules are in the folder
 * `core`.
 */
export function composeApp(parts: Parts): App {
  const { profile, preferencesFile, programs, windows, calls, startVault, prefetched } = parts
  const preset = developmentPreset()
  const userData = app.getPath('userData')
  const fileLog = new FileLog(
    join(userData, 'logs', 'app.jsonl'),
    allowLines((name) => Object.hasOwn(contract, name)),
    systemClock.now,
  )
  const log = logToAll([consoleLog, fileLog])
  watchForCrashes(log, (fault, thrown) => noteFault(log, fault, thrown))

  const secrets = new EnvironmentSecretStore(
    new KeytarSecretStore(keychainService(profile), prefetched),
    join(userData, SECRETS_FILE),
  )
  const connectPartner = createConnectPartner({ resolveProxy: resolveSystemProxy })
  const inspector = createPdfInspector(join(programs, 'pdf-worker.cjs'))
  const composer = createPdfComposer(join(programs, 'pdf-compose-worker.cjs'))
  const fonts = pathForProcess(join(programs, 'standard_fonts'))
  const applications = createApplicationReader(
    forkProcess(join(programs, 'application-host.cjs'), 'Funding Desk forms'),
    { worker: pathForProcess(join(programs, 'pdf-application-worker.cjs')), fonts },
  )
  const statementReader = createStatementReader(
    forkProcess(join(programs, 'statement-host.cjs'), 'Funding Desk statements'),
    {
      worker: pathForProcess(join(programs, 'statement-worker.cjs')),
      isBackground: true,
      recognition: {
        program: pathForProcess(join(programs, 'recognize-worker.cjs')),
        data: pathForProcess(programs),
      },
      fonts,
    },
  )
  const preferences = new PreferencesFile(preferencesFile)
  const open = (target: ClickTarget) => windows.navigate(target)
  const system = createElectronNotifications(open, () => windows.isLocked, log)
  const icons = join(app.getAppPath(), 'resources', 'icons')
  // macOS does not index folders with this suffix, so the search of the system does not find the text of the copies.
  const copies = new PrivateCopies({ folder: join(userData, 'handed-out.noindex'), timers: systemTimers })
  const tray = new AppTray({
    icons,
    openWindow: () => windows.show(),
    openInbox: () => open('inbox'),
  })
  const menu = { run: windows.run.bind(windows) }
  const emit: Emit = (event, payload) => {
    windows.emit(event, payload)
    tray.hear(event, payload)
    if (event === 'appearance.changed') drawMenu(menu)
    // Another environment is open now. Copies of the old one must not remain.
    if (event === 'environment.changed' && isSwitched(payload)) drop(log, copies.clear())
  }
  const appearance = new AppearanceSettingsStore(
    {
      chosen: () => preferences.get().appearance,
      keep: async (settings) => {
        await preferences.change({ appearance: settings })
        applyLook()
      },
      systemLanguages: () => app.getPreferredSystemLanguages(),
    },
    emit,
  )
  /**
   * Applies the color scheme that the broker chose. Pages follow the system's color scheme, and this function replaces the system's scheme
   * for them.
   */
  function applyLook(): void {
    const { color_scheme } = preferences.get().appearance
    nativeTheme.themeSource = color_scheme === 'auto' ? 'system' : color_scheme
    windows.zoom()
  }

  const announcer = new Announcer({
    system,
    settings: () => preferences.get().alerts,
    now: Date.now,
    emit,
  })
  const alerts = new Alerts(
    {
      alerts: () => preferences.get().alerts,
      keepAlerts: (settings) => preferences.change({ alerts: settings }),
      startsAtLogin,
      startAtLogin,
    },
    announcer,
    system,
  )

  const dataPaths = new DataPaths(userData, secrets, preset, startVault)
  const demoProgram = join(programs, 'demo-services.cjs')
  const demoServices = new BundledDemoServices(demoProgram, forkProcess(demoProgram, 'Funding Desk sandbox'))

  const save: SaveFile = (suggestion, content) => saveWithDialog(windows.handle(), suggestion, content)
  const savePieces: SavePieces = (suggestion, pieces) =>
    savePiecesWithDialog(windows.handle(), suggestion, pieces)
  const printer: ProofPrinter = {
    print: printPage,
    // Loaded on first use: only the export of a PDF with a proof needs it, and most sessions export none.
    attach: async (...given) => (await import('../features/proof/attach-proof.ts')).attachProof(...given),
  }
  const screenGuard = new ScreenGuard((on) => windows.protect(on), systemTimers)
  const temporaryClipboard = new TemporaryClipboard(systemClipboard, systemTimers, log)

  const vaultFiles: VaultFiles = {
    get storage() {
      return dataPaths.now.storage
    },
    get secrets() {
      return dataPaths.now.secrets
    },
    passphrase: secrets,
    dialogs: createFileDialogs(() => windows.handle()),
    consent: createConsent(
      () => windows.handle(),
      () => windows.untilLock,
    ),
    clock: systemClock,
    app_version: app.getVersion(),
    get default_backup_folder() {
      return dataPaths.now.backups
    },
  }
  // A page calls `updates.proven` to report that it has rendered.
  const shown = windows.handle() === null ? Promise.resolve() : calls.firstCall('updates.proven')
  const network = async () => {
    const opened = await environmentManager.open()
    return environmentNetwork(opened.ok ? opened.value.context : null)
  }
  const relay = createRelayClient(network)
  const registry = new FileRegistry()
  const outside: Outside = {
    vaultFiles,
    consent: vaultFiles.consent,
    get demo() {
      return demo
    },
    registry,
    guard: screenGuard,
    temporaryClipboard,
    draftImport: new DraftImport(registry, createImportReader(join(programs, 'import-worker.cjs'))),
    handOut: new HandOut({
      copies,
      startDrag: createStartDrag(() => windows.handle(), icons),
      fileClipboard,
      saveToFolder: createSaveToFolder(() => windows.handle()),
    }),
    save,
    savePieces,
    saveZip: (name, files) => saveZipWithDialog(windows.handle(), name, files),
    ...printer,
    printOnPaper,
    makeWorkbook: createMakeWorkbook(join(programs, 'workbook-worker.cjs')),
    copyText,
    openMail: createOpenMail(log),
    openWindow: (deal_id) => windows.openDeal(deal_id),
  }
  const environmentManager: EnvironmentManager<OpenEnvironment> = new EnvironmentManager({
    openEnvironment: (environment) =>
      openEnvironment(environment, {
        connectPartner,
        relay,
        outside,
        place: (own) => dataPaths.vaultPlace(own),
        preset: () => dataPaths.now.preset,
        quiet: () => preferences.get().alerts.quiet,
        statementReader,
        inspector,
        composer,
        applications,
        emit,
        notifier: announcer,
        log,
      }),
    whenShown: shown,
    chosen: {
      get: () => (dataPaths.isDemo ? 'sandbox' : preferences.get().environment),
      set: async (environment) => {
        if (!dataPaths.isDemo) await preferences.change({ environment })
      },
    },
    isDemo: () => dataPaths.isDemo,
    emit,
    log,
  })
  const connections = new Connections({
    environments: environmentManager,
    get secrets() {
      return dataPaths.now.secrets
    },
    connectPartner,
    relay,
    peek: (environment, read) => peekVault(dataPaths.vaultPlace(environment), read),
    isDemo: () => dataPaths.isDemo,
    consent: vaultFiles.consent,
  })
  const webhooks = new EnvironmentWebhooks(environmentManager, relay)
  const demo = new Demo(environmentManager, { connections, webhooks }, dataPaths, demoServices)
  const updates = new AppUpdates({
    version: app.getVersion(),
    updater: new ElectronUpdater(network),
    memory: preferences.updates,
    clock: systemClock,
    timers: systemTimers,
    isSending: () => environmentManager.isSending(),
    quit: () => app.quit(),
    emit,
    log,
  })
  const idle: IdleWatch = new IdleWatch({
    timers: systemTimers,
    now: () => Date.now(),
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    afterMinutes: () => (preferences.get().lock.has_pin ? preferences.get().lock.after_minutes : null),
    lock: () => drop(log, lock.lock('idle')),
  })
  const lock: AppLock = new AppLock({
    secrets,
    preferences: preferences.lock,
    windows,
    systemUnlock: touchId,
    pinCost: SCRYPT_COST,
    checkCode: (code) => checkRecoveryCode(vaultFiles, environmentManager.environment, code),
    hasRecoveryCode: () => hasRecoveryCode(vaultFiles, environmentManager.environment),
    unread: () => tray.unread,
    environment: () => (dataPaths.isDemo ? 'demo' : environmentManager.environment),
    timers: systemTimers,
    uptime: () => performance.now(),
    whenLocked() {
      closeHiddenPages()
      drop(log, temporaryClipboard.clear())
      drop(log, copies.clear())
      system.removeAll()
    },
    whenUnlocked: () => idle.restart(),
    log,
  })
  async function start(): Promise<void> {
    await appearance.setMessages()
    const router = createRouter({
      contract,
      isTrusted: (frame: Parameters<AppWindows['isOwnFrame']>[0]) => windows.isOwnFrame(frame),
      app: openAppRooms({
        environmentManager,
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
        diagnostics: new DiagnosticsCollector({
          environmentManager,
          now: systemClock.now,
          app: () => appFacts(preferences.get().appearance),
          // Main needs no other part of the migrations, so it loads them only here.
          vaultVersion: async () => (await import('../platform/vault/migrations/migrate.ts')).VAULT_VERSION,
          measure: (environment) => measureFolder(join(dataPaths.now.environments, environment)),
          lastLines: (most) => fileLog.lastLines(most),
          zip: zipTexts,
          save: (name, content) => saveWithDialog(windows.handle(), { name, kind: 'zip' }, content),
          log,
        }),
      }),
      open: () => environmentManager.open(),
      openExpected: (name) => environmentManager.openExpected(name),
      registerFiles: (paths) => ok(registry.register(paths)),
      refusal: () => lock.refusal(),
      log,
    })
    lock.begin()
    calls.serve(router)
    idle.start()
    drop(log, updates.begin(!startedBySystem() && !windows.isLocked))
    // Removes the data of a demo that did not end normally.
    drop(log, dataPaths.clearDemo())
    // Deletes the decrypted copies of a run that crashed.
    drop(log, copies.clear())
    drop(log, environmentManager.openAtStart(windows))
    log.info('started')
    const settle = () => {
      drawMenu(menu)
      tray.show()
      pruneCrashDumps(app.getPath('crashDumps'), systemTimers, Date.now, log)
      drop(log, warnOfNetworkFolder(userData, windows.handle(), preferences, log))
    }
    drop(log, shown.then(settle))
  }

  applyLook()
  return {
    preferences,
    keepPlace: (window) => drop(log, preferences.change({ window })),
    start,
    windowsClosed: () => afterLastWindow(preferences, system),
    wake(cause) {
      drop(log, environmentManager.retryNow(cause))
      announcer.wake()
      updates.wake()
      idle.look()
    },
    screenLocked() {
      if (preferences.get().lock.with_screen) drop(log, lock.lock('system'))
    },
    pause() {
      drop(log, environmentManager.checkpoint())
      drop(log, copies.clear())
    },
    quitCancelled: () => updates.quitCancelled(),
    async shutdown() {
      announcer.stop()
      idle.stop()
      updates.quitting()
      const cleared = Promise.all([temporaryClipboard.clear(), copies.clear()])
      await environmentManager.end()
      await demo.end()
      await cleared
    },
    prepareForUpdate: () => updates.leave(),
  }
}

const isSwitched = (payload: unknown): boolean => (payload as EventPayload<'environment.changed'>).switched
