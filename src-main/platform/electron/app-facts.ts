import { hostname, release } from 'node:os'
import { app } from 'electron'
import type { AppearanceSettings } from '../../../src-shared/features/appearance/appearance.ts'
import type { Diagnostics } from '../../../src-shared/features/diagnostics/diagnostics.ts'
import type { AppInfo } from '../../../src-shared/features/connection/environment.ts'
import { language } from '../../../src-shared/platform/texts/messages.ts'

export function appInfo(): AppInfo {
  return { ...program(), computer: hostname().replace(/\.local$/, '') }
}

function program(): Omit<AppInfo, 'computer'> {
  return {
    version: app.getVersion(),
    electron: process.versions.electron,
    chromium: process.versions['chrome'] ?? '',
    platform: process.platform,
    packaged: app.isPackaged,
  }
}

export function appFacts({ color_scheme, zoom }: AppearanceSettings): Diagnostics['app'] {
  return {
    ...program(),
    arch: process.arch,
    os_release: release()
      .replaceAll(/[^\w.+~-]/g, '-')
      .slice(0, 60),
    language: language(),
    color_scheme,
    zoom,
    uptime_s: Math.round(process.uptime()),
    memory_mb: Math.round(process.memoryUsage.rss() / 1e6),
  }
}
