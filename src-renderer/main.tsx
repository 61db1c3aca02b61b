/*
 * The frame of index.html is painted first; then come the styles and the code of the app. Main holds its own modules back until it
 * is asked for something, since it draws no window while it reads them: so it is asked once the frame is to be seen.
 */
requestAnimationFrame(() => setTimeout(() => void import('./start.tsx')))
new PerformanceObserver(() => void window.fundingDesk.call('appearance.get', {})).observe({
  type: 'paint',
  buffered: true,
})
