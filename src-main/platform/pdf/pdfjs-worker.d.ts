/** pdfjs declares types only for its API in the page, not for this worker module. The app only passes the worker's handler to pdfjs. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: { initializeFromPort(port: object): void }
}
