/** The worker of tesseract.js, whose types cover only its API outside the worker. */
declare module 'tesseract.js/src/worker-script/index.js' {
  interface Adapter {
    getCore(): Promise<unknown>
    gunzip(data: Uint8Array): Uint8Array
    fetch(): Promise<never>
    readCache(path: string): Promise<Uint8Array>
    writeCache(): Promise<void>
    deleteCache(): Promise<void>
    checkCache(): Promise<boolean>
  }
  const worker: {
    dispatchHandlers(packet: unknown, reply: (answer: unknown) => void): void
    setAdapter(adapter: Adapter): void
  }
  export default worker
}

/** The program of tesseract, with its WebAssembly inside. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js' {
  const core: unknown
  export default core
}
