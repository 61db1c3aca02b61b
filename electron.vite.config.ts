import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import type { Plugin } from 'vite'
import { compileMain, readerData, oneByteText, recordPackages } from './build/packaging/vite-plugins.ts'

// Versions of Node and Chromium in Electron 33. This is the oldest Electron that runs the build: the test runtime (ADR 1).
const NODE = 'node20'
const CHROME = 'chrome130'

const commonJs = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  // V8 keeps the text of a program in memory, with its comments. The license texts remain.
  comments: { jsdoc: false, annotation: false, legal: true },
} as const

/**
 * Makes the browser load the code and the styles of the first screen while it paints the frame of index.html. main.tsx runs the code after
 * this paint. The font is not in this list, because Chromium delays the first paint for a preloaded font. Without a preload, the browser
 * requests the font when it lays out the frame's text.
 */
const preloadStart: Plugin = {
  name: 'preload-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /^assets\/(start|rolldown-runtime)-/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            ...(file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
            crossorigin: true,
            href: `./${file}`,
          },
        })),
  },
}

export default defineConfig({
  main: {
    plugins: [
      readerData(),
      recordPackages('main'),
      oneByteText(),
      compileMain(['src-main/bootstrap.ts', 'src-main/app/main.ts']),
    ],
    build: {
      target: NODE,
      outDir: 'out/main',
      rolldownOptions: {
        input: {
          index: 'src-main/index.ts',
          begin: 'src-main/bootstrap.ts',
          'vault-host': 'src-main/vault-host.ts',
          'statement-host': 'src-main/features/statement-reader/statement-host.ts',
          'statement-worker': 'src-main/features/statement-reader/statement-worker.ts',
          'recognize-worker': 'src-main/features/statement-reader/recognize-worker.ts',
          'import-worker': 'src-main/features/import/import-worker.ts',
          'application-host': 'src-main/features/prefill/application-host.ts',
          'pdf-application-worker': 'src-main/features/prefill/pdf-application-worker.ts',
          'pdf-compose-worker': 'src-main/features/documents/pdf-compose-worker.ts',
          'pdf-worker': 'src-main/features/documents/pdf-worker.ts',
          'workbook-worker': 'src-main/platform/workbook/workbook-worker.ts',
          'demo-services': 'services/demo/src/main.ts',
        },
        output: commonJs,
      },
    },
  },
  preload: {
    plugins: [recordPackages('preload'), oneByteText()],
    build: {
      target: NODE,
      outDir: 'out/preload',
      rolldownOptions: { input: { index: 'src-preload/index.ts' }, output: commonJs },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react(), preloadStart, recordPackages('renderer'), oneByteText()],
    css: {
      postcss: {
        plugins: [
          mantine(),
          simpleVars({
            variables: {
              'mantine-breakpoint-xs': '36em',
              'mantine-breakpoint-sm': '48em',
              'mantine-breakpoint-md': '62em',
              'mantine-breakpoint-lg': '75em',
              'mantine-breakpoint-xl': '88em',
            },
          }),
        ],
      },
    },
    build: {
      target: CHROME,
      outDir: 'out/renderer',
      minify: true,
      rolldownOptions: {
        input: { index: join(import.meta.dirname, 'src-renderer/index.html') },
        output: {
          // Put the code that every start needs and the code of the first screen into one file. With separate files, each start would
          // request about sixty files from main, which takes longer.
          codeSplitting: {
            groups: [
              { name: 'start', test: /src-renderer\/(start|features\/pipeline\/pipeline-screen)\.tsx$/ },
              // Keep Vite's helper that loads on-demand screens out of the start chunk. Otherwise, the styles of all these screens would
              // load before the first paint and delay it.
              { name: 'on-demand', test: /vite\/preload-helper/, priority: 1 },
            ],
          },
        },
      },
    },
  },
})
