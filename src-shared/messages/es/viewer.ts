import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const viewer: (typeof en)['viewer'] = {
  open: (name) => `Abrir ${name}`,
  opening: 'Abriendo el documento',
  tools: 'Herramientas del documento',
  page: 'Página',
  pageNumber: (page) => `Página ${page}`,
  pagesOf: (name) => `Páginas de ${name}`,
  of: (pages) => `de ${pages}`,
  tooSlow: 'Esta página tarda demasiado en cargarse.',
  tryPageAgain: 'Intentar de nuevo',
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  zoom: 'Tamaño',
  zoomIn: 'Ampliar',
  zoomOut: 'Reducir',
  fit: 'Ajustar al ancho',
  rotate: 'Girar la vista',
  save: 'Guardar una copia',
  search: 'Buscar en el documento',
  searching: 'Buscando',
  matches: (place, total) =>
    total === 0 ? 'Sin resultados' : plural(total, '1 de 1', (many) => `${place} de ${many}`),
  previousMatch: 'Resultado anterior',
  nextMatch: 'Resultado siguiente',
}
