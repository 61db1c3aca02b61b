/** pdfjs declares types only for its page half. This module is its worker half and is passed on unchanged. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: { initializeFromPort(port: object): void }
}
