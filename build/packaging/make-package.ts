// Packages the built app for `npm run package` (build/package.mjs), which passes what to build.
import { rm } from 'node:fs/promises'
import { build, type CliOptions } from 'electron-builder'
import { noteBuild, systemName, treeOf } from '../release/make-release.mjs'
import { packageFolder, projectFolder } from '../runtime/cache.mjs'
import type { FoundElectron } from '../runtime/electron.mjs'
import { packagingConfig, useOwnFpm, withAppleKeyFile } from './config.ts'

const { electron, only, updateKeys } = JSON.parse(process.argv[2] ?? '') as {
  electron: FoundElectron
  only: CliOptions
  updateKeys: string[]
}
const isTestRuntime = electron.source === 'test-runtime'
await rm(packageFolder, { recursive: true, force: true })
useOwnFpm()
await withAppleKeyFile(process.env, () =>
  build({
    projectDir: projectFolder,
    ...only,
    publish: 'never',
    config: packagingConfig({
      electronVersion: electron.version,
      isTestRuntime,
      ...(isTestRuntime ? { electronDist: electron.dist } : {}),
    }),
  }),
)
await noteBuild(packageFolder, {
  tree: await treeOf(projectFolder),
  system: systemName,
  runtime: isTestRuntime ? 'test-runtime' : 'official',
  updateKeys,
})
