/** pdfjs declares its types for the page's half only; this half is handed over whole. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: { initializeFromPort(port: object): void }
}
