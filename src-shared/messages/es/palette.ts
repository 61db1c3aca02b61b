import type { en } from '../en/index.ts'

export const palette: (typeof en)['palette'] = {
  openPalette: 'Paleta de comandos',
  placeholder: 'Busque comandos o expedientes…',
  actions: 'Acciones',
  deals: 'Expedientes',
  recentDeals: 'Expedientes recientes',
  unnamedDeal: 'Sin nombre',
  nothing: 'Sin resultados. Pruebe con menos letras.',
  openShortcuts: 'Atajos de teclado',
  shortcutsTitle: 'Atajos de teclado',
  sections: { go: 'Ir', pipeline: 'Cartera', deal: 'Expediente', app: 'Aplicación' },
  goTo: (place) => `Ir a: ${place}`,
  back: 'Volver',
  forward: 'Avanzar',
  newWindow: 'Ventana nueva',
  closeWindow: 'Cerrar la ventana',
  print: 'Imprimir esta pantalla',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  zoomReset: 'Restablecer zoom',
  toggleTheme: 'Cambiar entre claro y oscuro',
}
