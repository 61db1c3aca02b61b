import { join } from 'node:path'
import { systemClock } from '../../platform/base/system-time.ts'
import type { Log, Looks } from '../../platform/base/system.ts'
import { appFacts } from '../../platform/electron/app-facts.ts'
import type { DataPaths } from '../../platform/environment/data-paths.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import { zipTexts } from '../../platform/files/zip-file.ts'
import { DiagnosticsCollector, type DiagnosticsDeps, measureFolder } from './diagnostics.ts'

interface Parts {
  environments: DiagnosticsDeps['environmentManager']
  looks: Looks
  logFile: Pick<DiagnosticsDeps, 'lastLines'>
  places: Pick<DataPaths, 'now'>
  save: SaveFile
  log: Log
}

/** Creates the collector that measures the files of the open environment, and asks the broker where to save. */
export function createCollector({ environments, looks, logFile, places, save, log }: Parts) {
  return new DiagnosticsCollector({
    environmentManager: environments,
    now: systemClock.now,
    app: () => appFacts(looks.chosen()),
    // Main needs no other part of the migrations, so it loads them only here.
    vaultVersion: async () => (await import('../../platform/vault/migrations/migrate.ts')).VAULT_VERSION,
    measure: (environment) => measureFolder(join(places.now.environments, environment)),
    lastLines: (most) => logFile.lastLines(most),
    zip: zipTexts,
    save: (name, content) => save({ name, kind: 'zip' }, content),
    log,
  })
}
