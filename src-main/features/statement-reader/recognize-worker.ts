import { gunzipSync } from 'node:zlib'
import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import core from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js'
import worker from 'tesseract.js/src/worker-script/index.js'

/**
 * The worker that recognizes text in pictures. It is the worker of tesseract.js with one core and without any access to the network: the
 * library would otherwise load a core from its package, and language data from a server.
 */

parentPort?.on('message', (packet: unknown) => {
  worker.dispatchHandlers(packet, (answer) => parentPort?.postMessage(answer))
})
worker.setAdapter({
  getCore: async () => core,
  gunzip: gunzipSync,
  fetch: () => Promise.reject(new Error('no network')),
  readCache: readFile,
  writeCache: async () => {},
  deleteCache: async () => {},
  checkCache: async () => false,
})
