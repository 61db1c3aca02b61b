import type { en } from '../en/index.ts'

export const palette: (typeof en)['palette'] = {
  openPalette: 'Paleta de comandos',
  placeholder: '¿Qué desea hacer? O un expediente…',
  actions: 'Acciones',
  deals: 'Expedientes',
  recentDeals: 'Expedientes recientes',
  unnamedDeal: 'Sin nombre',
  nothing: 'No se encontró nada. Pruebe con menos letras.',
  openShortcuts: 'Atajos de teclado',
  shortcutsTitle: 'Atajos de teclado',
  sections: { go: 'Ir', pipeline: 'Cartera', deal: 'Expediente', app: 'Aplicación' },
  goTo: (place) => `Ir a: ${place}`,
  back: 'Volver',
  forward: 'Avanzar',
  newWindow: 'Ventana nueva',
  closeWindow: 'Cerrar la ventana',
  print: 'Imprimir esta pantalla',
  zoomIn: 'Más grande',
  zoomOut: 'Más pequeño',
  zoomReset: 'Tamaño normal',
  toggleTheme: 'Cambiar entre claro y oscuro',
}
